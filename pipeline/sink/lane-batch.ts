import type { LogRecord, NewRecord } from '../../infra/log/log.ts';
import type { InputPosition } from '../../infra/state/store.ts';
import type { PendingRow } from './inserts.ts';
import type { RowGroup } from './row-groups.ts';
import type { Cell } from './tables.ts';

/** What was read since the last flush. */
export interface LaneBatch {
  readonly pending: Map<RowGroup, PendingRow[]>;
  /** Next offsets, by place. */
  readonly positions: Map<string, InputPosition>;
  /** By place: several tables may refuse the same record. */
  readonly letters: Map<string, NewRecord>;
  rows: number;
  bytes: number;
}

export const emptyBatch = (): LaneBatch => ({
  pending: new Map(),
  positions: new Map(),
  letters: new Map(),
  rows: 0,
  bytes: 0,
});

export function addRows(
  batch: LaneBatch,
  group: RowGroup,
  rows: readonly (readonly Cell[])[],
  record: LogRecord,
): void {
  const gathered = batch.pending.get(group) ?? [];
  batch.pending.set(group, gathered);
  for (const cells of rows) gathered.push({ cells, record });
  batch.rows += rows.length * group.tables.length;
}
