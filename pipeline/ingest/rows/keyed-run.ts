/** Compares a new file with the stored rows of a register that publishes row keys. Pure: it plans, the caller writes. */
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { ParsedRow, RegisterFeed } from '../feed.ts';
import type { RowState, StoredState } from '../feed-state.ts';
import type { RegisterPlan, SnapshotInfo } from './register-run.ts';
import { compareRows, wholeRow } from './row-diff.ts';
import { factsReader } from './row-facts.ts';
import { afterAbsence, eventOf, type RowChange, type StoredRow, withdraw } from './row-lifecycle.ts';
import { keyedRowIdOf } from '../snapshot-ids.ts';

/**
 * A key identifies a row for ever, so no row is paired or held. A reduced file covers only some identifiers. A row of
 * one that was not covered before is a baseline. A row of one that is no longer covered leaves the state; its event is
 * `released`, which does not mean that the register removed it.
 */
export function planKeyedRun(
  feed: RegisterFeed,
  stored: readonly StoredState<RowState>[],
  parsed: readonly ParsedRow[],
  snapshot: SnapshotInfo,
): RegisterPlan {
  const factsOf = factsReader(feed);
  const idOf = (columns: ParsedRow['columns']): string =>
    keyedRowIdOf(
      feed.manifest.id,
      (feed.key ?? []).map((name) => columns[name] ?? ''),
    );
  const known = new Map<string, StoredRow>(
    stored.map(({ id, state }) => [id, { ...factsOf(state.columns), id, state }]),
  );
  const counts = { added: 0, changed: 0, removed: 0, corrected: 0, editorial: 0, held: 0 };
  const changes: RowChange[] = [];
  const { asOf } = snapshot;
  let present = 0;

  for (const { columns, file = null, isDeleted } of parsed) {
    const rowId = idOf(columns);
    const before = known.get(rowId);
    known.delete(rowId);
    const facts = factsOf(columns);
    if (isDeleted === true) {
      if (before === undefined) continue;
      if (before.state.missingSince === null) counts.removed += 1;
      changes.push(withdraw(before, 'removed', 'removed', asOf));
      continue;
    }
    const listed = { columns, status: 'listed', missingSince: null, successorRowIds: [] } as const;
    if (before === undefined) {
      const inFirstSnapshot = snapshot.first || !wasCovered(snapshot, facts.requestedBy);
      const row = { ...listed, firstSeenAt: asOf, inFirstSnapshot };
      counts.added += 1;
      changes.push({ rowId, event: 'added', row, facts, file, fields: wholeRow('after', columns) });
      continue;
    }
    const { kind, fields } = compareRows(feed, before, facts);
    const event = eventOf(before.state, kind);
    if (before.state.missingSince === null) present += 1;
    if (before.state.missingSince !== null) counts.added += 1;
    else if (kind !== 'equal') counts[kind] += 1;
    if (event === null) continue;
    const { firstSeenAt, inFirstSnapshot } = before.state;
    changes.push({ rowId, event, row: { ...listed, firstSeenAt, inFirstSnapshot }, facts, file, fields });
  }

  let vanished = 0;
  for (const row of known.values()) {
    if (!isCovered(snapshot, row.requestedBy)) {
      changes.push(release(row, asOf));
    } else if (row.state.missingSince !== null) {
      changes.push(...afterAbsence(row, asOf, true));
    } else {
      vanished += 1;
      counts.removed += 1;
      changes.push(withdraw(row, 'missing', 'missing', asOf));
    }
  }
  return { counts, vanished, vanishedOf: present + vanished, changes };
}

/** Rows that a new parser reads differently, as editorial changes; see `readAgain`. */
export function planKeyedAgain(
  feed: RegisterFeed,
  stored: readonly StoredState<RowState>[],
  parsed: readonly ParsedRow[],
  snapshot: SnapshotInfo,
): readonly RowChange[] {
  const present = stored.filter(({ state }) => state.missingSince === null);
  const before = new Map(present.map(({ id, state }) => [id, state]));
  return planKeyedRun(feed, present, parsed, snapshot).changes.flatMap((change): readonly RowChange[] => {
    const earlier = before.get(change.rowId);
    if (
      earlier !== undefined &&
      change.event !== 'missing' &&
      canonicalJson(earlier.columns) === canonicalJson(change.row.columns)
    )
      return [];
    const row = change.event === 'missing' ? { ...change.row, status: 'removed' } : change.row;
    return [{ ...change, event: 'editorial', row }];
  });
}

const isCovered = ({ covered }: SnapshotInfo, id: string | null): boolean =>
  covered === undefined || (id !== null && covered.has(id));

const wasCovered = ({ coveredBefore }: SnapshotInfo, id: string | null): boolean =>
  coveredBefore === undefined || (id !== null && coveredBefore.has(id));

const release = (row: StoredRow, asOf: number): RowChange => ({
  ...withdraw(row, 'released', 'removed', asOf),
  fields: {},
});
