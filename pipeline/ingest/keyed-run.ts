/** What a new file does to the rows of a register that publishes them under keys of its own. Pure: it plans, the caller writes. */
import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { ParsedRow, RegisterFeed } from './feed.ts';
import type { RowState, Stored } from './feed-state.ts';
import type { RegisterPlan, SnapshotInfo } from './register-run.ts';
import { compareRows, wholeRow } from './row-diff.ts';
import { factsReader } from './row-facts.ts';
import { afterAbsence, eventOf, type RowChange, type StoredRow, withdraw } from './row-lifecycle.ts';
import { keyedRowIdOf } from './snapshot-ids.ts';

/**
 * A key is the same row for ever: nothing is recognised and nothing held. Where a file was only searched for some LEIs, a
 * row of an LEI that was not looked for before is a baseline, and one of an LEI that is no longer looked for is let go: its
 * event is `released`, which says nothing about the register.
 */
export function planKeyedRun(
  feed: RegisterFeed,
  stored: readonly Stored<RowState>[],
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
      const inFirstSnapshot = snapshot.first || !wasCovered(snapshot, facts.lei);
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
    if (!isCovered(snapshot, row.lei)) {
      changes.push(letGo(row, asOf));
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

/** Rows that a new parser reads otherwise, as editorial; see `readAgain`. */
export function planKeyedAgain(
  feed: RegisterFeed,
  stored: readonly Stored<RowState>[],
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

const isCovered = ({ covered }: SnapshotInfo, lei: string | null): boolean =>
  covered === undefined || (lei !== null && covered.has(lei));

const wasCovered = ({ coveredBefore }: SnapshotInfo, lei: string | null): boolean =>
  coveredBefore === undefined || (lei !== null && coveredBefore.has(lei));

const letGo = (row: StoredRow, asOf: number): RowChange => ({
  ...withdraw(row, 'released', 'removed', asOf),
  fields: {},
});
