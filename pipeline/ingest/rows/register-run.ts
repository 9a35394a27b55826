/** Compares a register's new file with its stored rows. Pure: it plans, the caller writes. */
import { cameBack, pairAbsent, pairHeld } from './absent-rows.ts';
import type { ParsedRow, RegisterFeed } from '../feed.ts';
import type { RowState, StoredState } from '../feed-state.ts';
import { type RowPairing, pair } from './pairing.ts';
import { compareRows, type RowDifference, wholeRow } from './row-diff.ts';
import { factsReader, type RowFacts } from './row-facts.ts';
import { afterAbsence, eventOf, type NewRow, type RowChange, type StoredRow, withdraw } from './row-lifecycle.ts';
import { rowIdOf } from '../snapshot-ids.ts';

export interface RunCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly corrected: number;
  readonly editorial: number;
  readonly held: number;
}

export interface RegisterPlan {
  readonly counts: RunCounts;
  /** Rows of the last accepted snapshot that are not recognised in this one. */
  readonly vanished: number;
  /** Rows that the reduction covers; absent: all rows of the last accepted snapshot. */
  readonly vanishedOf?: number;
  /** Rows to emit: those of the file in its order, then those that it lacks. */
  readonly changes: readonly RowChange[];
}

export interface SnapshotInfo {
  readonly captureId: string;
  readonly asOf: number;
  /** The register's first accepted snapshot. */
  readonly first: boolean;
  /** Identifiers that this snapshot and the last accepted one cover; absent: all. */
  readonly covered?: ReadonlySet<string>;
  readonly coveredBefore?: ReadonlySet<string>;
}

/**
 * Recognises the stored rows in a new snapshot and plans the change of each. A row that is absent for the first time is
 * `missing`. Unpaired rows of one entity on both sides are `held` until the next file, which either shows the old row
 * under a new key (the row keeps its id) or releases them as missing and added.
 */
export function planRegisterRun(
  feed: RegisterFeed,
  stored: readonly StoredState<RowState>[],
  parsed: readonly ParsedRow[],
  snapshot: SnapshotInfo,
): RegisterPlan {
  const factsOf = factsReader(feed);
  const known: StoredRow[] = stored.map(({ id, state }) => ({ ...factsOf(state.columns), id, state }));
  const present = known.filter((row) => row.state.missingSince === null);
  const absent = known.filter((row) => row.state.missingSince !== null);
  const incoming: NewRow[] = parsed.map((row) => ({ ...factsOf(row.columns), file: row.file ?? null }));

  const back = cameBack(absent, present, incoming);
  const pairing = pair(
    present,
    incoming.filter((row) => !back.has(row)),
  );
  const resumed = pairAbsent(absent, back, pairing);
  const rekeyed = pairHeld(absent, resumed, pairing);
  const { changes, kinds } = describe(feed, incoming, { absent, pairing, resumed, rekeyed }, snapshot);
  return { changes, ...measure(pairing, kinds, back.size) };
}

interface RecognisedRows {
  readonly absent: readonly StoredRow[];
  readonly pairing: RowPairing<StoredRow, NewRow>;
  readonly resumed: ReadonlyMap<NewRow, StoredRow>;
  readonly rekeyed: ReadonlyMap<NewRow, StoredRow>;
}

function describe(
  feed: RegisterFeed,
  incoming: readonly NewRow[],
  { absent, pairing, resumed, rekeyed }: RecognisedRows,
  snapshot: SnapshotInfo,
): { readonly changes: readonly RowChange[]; readonly kinds: readonly RowDifference['kind'][] } {
  const paired = new Map(pairing.pairs.map(({ before, after }) => [after, before]));
  const suspects = new Set(pairing.held.flatMap((group) => group.after));
  const idOf = rowIds(feed.manifest.id, snapshot.captureId);
  const newIds = new Map<NewRow, string>();
  const changes: RowChange[] = [];
  const dropped: RowChange[] = [];
  const kinds: RowDifference['kind'][] = [];

  for (const row of incoming) {
    const listed = { columns: row.columns, status: 'listed', missingSince: null, successorRowIds: [] } as const;
    const earlier = paired.get(row) ?? resumed.get(row);
    if (earlier === undefined) {
      const rowId = idOf(row);
      newIds.set(row, rowId);
      const status = suspects.has(row) ? 'held' : 'listed';
      const state = { ...listed, status, firstSeenAt: snapshot.asOf, inFirstSnapshot: snapshot.first };
      const event = status === 'held' ? 'held' : 'added';
      changes.push({ rowId, event, row: state, facts: row, file: row.file, fields: wholeRow('after', row.columns) });
      continue;
    }
    const difference = compareRows(feed, earlier, row);
    if (paired.has(row)) kinds.push(difference.kind);
    const successor = rekeyed.get(row);
    const kept = successor ?? earlier;
    const { kind, fields } = successor === undefined ? difference : compareRows(feed, successor, row);
    const event = successor === undefined ? eventOf(kept.state, kind) : 'released';
    if (event !== null) {
      const { firstSeenAt, inFirstSnapshot } = kept.state;
      const state = { ...listed, firstSeenAt, inFirstSnapshot };
      changes.push({ rowId: kept.id, event, row: state, facts: row, file: row.file, fields });
    }
    if (successor !== undefined) dropped.push(withdraw(earlier, 'released', 'removed', snapshot.asOf));
  }

  const recognised = new Set([...resumed.values(), ...rekeyed.values()]);
  for (const row of pairing.removed) changes.push(withdraw(row, 'missing', 'missing', snapshot.asOf));
  for (const group of pairing.held) {
    const successors = group.after.flatMap((row) => newIds.get(row) ?? []).sort();
    for (const row of group.before) {
      const status = successors.length > 0 ? 'held' : 'missing';
      changes.push(withdraw(row, status, status, snapshot.asOf, successors));
    }
  }
  const waiting = absent.filter((row) => !recognised.has(row)).flatMap((row) => afterAbsence(row, snapshot.asOf, true));
  return { changes: [...changes, ...dropped, ...waiting], kinds };
}

/** `kinds` has the difference of each pair. */
function measure(
  pairing: RowPairing<StoredRow, NewRow>,
  kinds: readonly RowDifference['kind'][],
  back: number,
): { readonly counts: RunCounts; readonly vanished: number } {
  const heldBefore = pairing.held.reduce((sum, group) => sum + group.before.length, 0);
  const heldAfter = pairing.held.reduce((sum, group) => sum + group.after.length, 0);
  const count = (wanted: RowDifference['kind']): number => kinds.filter((kind) => kind === wanted).length;
  return {
    counts: {
      added: pairing.added.length + back,
      changed: count('changed'),
      removed: pairing.removed.length,
      corrected: count('corrected'),
      editorial: count('editorial'),
      held: heldBefore + heldAfter,
    },
    vanished: pairing.removed.length + heldBefore,
  };
}

function rowIds(register: string, captureId: string): (row: RowFacts) => string {
  const seen = new Map<string, number>();
  return (row) => {
    const base = rowIdOf(register, row.entity, row.columns, captureId, 0);
    const ordinal = seen.get(base) ?? 0;
    seen.set(base, ordinal + 1);
    return ordinal === 0 ? base : rowIdOf(register, row.entity, row.columns, captureId, ordinal);
  };
}
