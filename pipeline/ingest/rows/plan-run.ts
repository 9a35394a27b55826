import type { ParsedRow, RegisterFeed } from '../feed.ts';
import type { RowState, StoredState } from '../feed-state.ts';
import { withGoodCells } from './good-cells.ts';
import { planKeyedRun } from './keyed-run.ts';
import { planRegisterRun, type RegisterPlan, type SnapshotInfo } from './register-run.ts';

/**
 * Compares a register's new file with its stored rows: by published key, or else by pairing. Cells that an encoding damaged
 * count as they were before, with alarms.
 */
export function planRun(
  feed: RegisterFeed,
  stored: readonly StoredState<RowState>[],
  parsed: readonly ParsedRow[],
  snapshot: SnapshotInfo,
): RegisterPlan & { readonly alarms: readonly string[] } {
  const { rows, alarms } = withGoodCells(feed, stored, parsed);
  const plan = (feed.key === undefined ? planRegisterRun : planKeyedRun)(feed, stored, rows, snapshot);
  return { ...plan, alarms };
}
