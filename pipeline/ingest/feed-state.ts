/** What ingest remembers of a feed: the last accepted snapshot, one small key per row. */
import type { CapturedArtifact, RegisterRow, SanctionsEntry } from '../../schemas/generated/records.ts';
import type { KeyedState } from '../runtime/processor.ts';
import type { Extent } from './feed.ts';

/** The last accepted run of a feed. */
export interface AcceptedRun {
  readonly captureId: string;
  readonly asOf: number;
  /** As-of of the newest capture that was accepted or unchanged: later captures must not go behind it. */
  readonly seenAsOf: number;
  readonly rows: number;
  /** Date of the content as the source states it. */
  readonly published?: string | null;
  readonly parserVersion: string;
  readonly artifacts: readonly CapturedArtifact[];
  /** The state was made from what was written, which lacks what only the files tell: they are read once more. */
  readonly restored?: { readonly wanted: readonly string[] };
}

/** A register row as last emitted, without what belongs to the run. Removed rows are forgotten. */
export type RowState = Pick<
  RegisterRow,
  'columns' | 'status' | 'firstSeenAt' | 'inFirstSnapshot' | 'missingSince' | 'successorRowIds'
>;

/** A listed sanctions entry as last emitted. Removed entries are forgotten. */
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

export interface Stored<V> {
  readonly id: string;
  readonly state: V;
}

/** Of a feed whose files are reduced: what was wanted of the last accepted one, and what it was. */
export interface Coverage extends Extent {
  readonly wanted: readonly string[];
}

/** A feed's corner of the keyed state. */
export interface FeedState {
  readonly accepted: () => AcceptedRun | undefined;
  readonly accept: (run: AcceptedRun) => void;
  readonly coverage: () => Coverage | undefined;
  readonly cover: (coverage: Coverage) => void;
  /** All rows, in id order. */
  readonly rows: () => readonly Stored<RowState>[];
  /** Rows that wait for another file: missing or held. */
  readonly openRows: () => readonly Stored<RowState>[];
  /** Null forgets the row. */
  readonly putRow: (id: string, row: RowState | null) => void;
  readonly entries: () => readonly Stored<EntryState>[];
  readonly putEntry: (id: string, entry: EntryState | null) => void;
}

/** LEIs that were wanted of the last accepted snapshot, of a feed whose files are reduced. */
export const wantedOf = (state: FeedState): readonly string[] =>
  state.accepted()?.restored?.wanted ?? state.coverage()?.wanted ?? [];

/** What entries written by earlier versions do not have. */
const unstated = { entityType: 'unknown', dates: [], listedOn: null, relations: [] } as const;

export function feedState(state: KeyedState, feed: string): FeedState {
  const runKey = `run/${feed}`;
  const coverageKey = `coverage/${feed}`;
  const put = (prefix: string, id: string, value: unknown): void => {
    if (value === null) state.delete(prefix + id);
    else state.put(prefix + id, value);
  };
  const all = <V>(prefix: string): readonly Stored<V>[] =>
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
    entries: () => all<EntryState>(entries).map(({ id, state: entry }) => ({ id, state: { ...unstated, ...entry } })),
    putEntry: (id, entry) => put(entries, id, entry),
  };
}
