/** State of a feed: the last accepted snapshot, one small key per row. */
import type { CapturedArtifact, RegisterRow, SanctionsEntry } from '../../schemas/generated/records.ts';
import type { KeyedState } from '../runtime/processor.ts';
import type { Extent } from './feed.ts';

/** The last accepted run of a feed. */
export interface AcceptedRun {
  readonly captureId: string;
  readonly asOf: number;
  /** As-of of the newest accepted or unchanged capture. Later captures must not be older. */
  readonly seenAsOf: number;
  readonly rows: number;
  /** Date of the content as stated by the source. */
  readonly published?: string | null;
  readonly parserVersion: string;
  readonly artifacts: readonly CapturedArtifact[];
  /**
   * Set when the state was restored from outputs, which lack the facts that only the files state: the files are read
   * again.
   */
  readonly restored?: { readonly wanted: readonly string[] };
}

/** A register row as last emitted, without the fields of the run. Removed rows leave the state. */
export type RowState = Pick<
  RegisterRow,
  'columns' | 'status' | 'firstSeenAt' | 'inFirstSnapshot' | 'missingSince' | 'successorRowIds'
>;

/** A listed sanctions entry as last emitted. Removed entries leave the state. */
export type EntryState = Pick<
  SanctionsEntry,
  | 'entityType'
  | 'names'
  | 'wallets'
  | 'identifiers'
  | 'countries'
  | 'programs'
  | 'dates'
  | 'listedOn'
  | 'relations'
  | 'firstSeenAt'
  | 'inFirstSnapshot'
> & {
  /** Part of the snapshot it was read from. */
  readonly part: string;
};

export interface StoredState<V> {
  readonly id: string;
  readonly state: V;
}

/** For a feed whose files are reduced: the identifiers requested from the last accepted file, and its extent. */
export interface Coverage extends Extent {
  readonly wanted: readonly string[];
}

/** Access to a feed's keys in the processor state. */
export interface FeedState {
  readonly accepted: () => AcceptedRun | undefined;
  readonly accept: (run: AcceptedRun) => void;
  readonly coverage: () => Coverage | undefined;
  readonly cover: (coverage: Coverage) => void;
  /** All rows, in id order. */
  readonly rows: () => readonly StoredState<RowState>[];
  /** Rows whose fate a later file decides: missing or held. */
  readonly openRows: () => readonly StoredState<RowState>[];
  /** Null deletes the row. */
  readonly putRow: (id: string, row: RowState | null) => void;
  readonly entries: () => readonly StoredState<EntryState>[];
  readonly putEntry: (id: string, entry: EntryState | null) => void;
}

/** Identifiers requested from the last accepted snapshot, for a feed whose files are reduced. */
export const wantedOf = (state: FeedState): readonly string[] =>
  state.accepted()?.restored?.wanted ?? state.coverage()?.wanted ?? [];

export function feedState(state: KeyedState, feed: string): FeedState {
  const runKey = `run/${feed}`;
  const coverageKey = `coverage/${feed}`;
  const put = (prefix: string, id: string, value: unknown): void => {
    if (value === null) state.delete(prefix + id);
    else state.put(prefix + id, value);
  };
  const all = <V>(prefix: string): readonly StoredState<V>[] =>
    [...state.entries<V>(prefix)].map(([key, value]) => ({ id: key.slice(prefix.length), state: value }));
  const rows = `row/${feed}/`;
  const open = `open/${feed}/`;
  const entries = `entry/${feed}/`;
  return {
    accepted: () => state.get<AcceptedRun>(runKey),
    accept: (run) => state.put(runKey, run),
    coverage: () => state.get<Coverage>(coverageKey),
    cover: (coverage) => state.put(coverageKey, coverage),
    rows: () => all<RowState>(rows),
    openRows: () => all<RowState>(open),
    putRow: (id, row) => {
      put(rows, id, row);
      put(open, id, row === null || row.status === 'listed' ? null : row);
    },
    entries: () => all<EntryState>(entries),
    putEntry: (id, entry) => put(entries, id, entry),
  };
}
