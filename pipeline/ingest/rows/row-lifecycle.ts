/** Life cycle of rows over several files: missing, held, released, restored, removed. */
import type { Term } from '../../../schemas/vocabulary.ts';
import type { RegisterFeed } from '../feed.ts';
import type { RowState, StoredState } from '../feed-state.ts';
import { type FieldChanges, type RowDifference, wholeRow } from './row-diff.ts';
import { factsReader, type RowFacts } from './row-facts.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** A row is removed when two captures at least this far apart lack it. Registers do lose rows for a day. */
const removalAfterMs = 6 * dayMs;

export interface StoredRow extends RowFacts {
  readonly id: string;
  readonly state: RowState;
}

export interface NewRow extends RowFacts {
  readonly file: string | null;
}

export interface RowChange {
  readonly rowId: string;
  readonly event: Term<'rowEvent'>;
  readonly row: RowState;
  readonly facts: RowFacts;
  /** Source file; null for a row that this snapshot lacks. */
  readonly file: string | null;
  readonly fields: FieldChanges;
}

/** Changes of missing and held rows after a capture with the same content: only time has passed. */
export function planUnchangedRun(
  feed: RegisterFeed,
  open: readonly StoredState<RowState>[],
  asOf: number,
): readonly RowChange[] {
  const factsOf = factsReader(feed);
  return open.flatMap(({ id, state }) => {
    const row = { ...factsOf(state.columns), id, state };
    if (state.missingSince !== null) return afterAbsence(row, asOf, false);
    if (asOf - state.firstSeenAt < removalAfterMs) return [];
    const listed = { ...state, status: 'listed', successorRowIds: [] };
    return [{ rowId: id, event: 'released', row: listed, facts: row, file: null, fields: {} }];
  });
}

/**
 * Change of a row that is still absent. The next new file releases a held row; an unchanged file releases it only after
 * `removalAfterMs`.
 */
export function afterAbsence(row: StoredRow, asOf: number, newFile: boolean): readonly RowChange[] {
  const { status, missingSince } = row.state;
  const gone = asOf - (missingSince ?? asOf) >= removalAfterMs;
  if (status === 'held') {
    if (gone) return [withdraw(row, 'released', 'removed', asOf)];
    return newFile ? [withdraw(row, 'released', 'missing', asOf)] : [];
  }
  return gone ? [withdraw(row, 'removed', 'removed', asOf)] : [];
}

export function withdraw(
  row: StoredRow,
  event: Term<'rowEvent'>,
  status: 'missing' | 'held' | 'removed',
  asOf: number,
  successorRowIds: readonly string[] = [],
): RowChange {
  const state = { ...row.state, status, missingSince: row.state.missingSince ?? asOf, successorRowIds };
  return { rowId: row.id, event, row: state, facts: row, file: null, fields: wholeRow('before', row.columns) };
}

/** Event for a stored row that was recognised in a file; null: nothing to emit. */
export function eventOf(before: RowState, kind: RowDifference['kind']): Term<'rowEvent'> | null {
  if (before.status === 'held') return before.missingSince === null ? 'released' : 'restored';
  if (before.status === 'missing') return 'restored';
  return kind === 'equal' ? null : kind;
}
