import type { LogRecord, NewRecord } from '../../infra/log/log.ts';
import type { InputPosition } from '../../infra/state/store.ts';
import type { Codec } from '../../schemas/codec.ts';
import { UndecodableValue } from '../../schemas/framed-value.ts';
import { createEncodedRows, type EncodedRows } from './encode.ts';
import { rowGroupsOf, type RowGroup } from './tables.ts';

/** Rows that go into the same tables, each with the record that it was made of. */
export interface RowBlock {
  readonly rows: EncodedRows;
  /** By row. */
  readonly records: LogRecord[];
}

/** The records read since the last flush. */
export interface LaneBatch {
  readonly pending: Map<RowGroup, RowBlock>;
  /** Next offsets, by `topic/partition`. */
  readonly positions: Map<string, InputPosition>;
  /** Dead letters, by `topic/partition/offset`: several tables may refuse the same record. */
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

/** Adds all rows of a record, or none: throws UndecodableValue, or ParkedRecordError if a table cannot store it. */
export function addRecord(batch: LaneBatch, codec: Pick<Codec, 'decode'>, record: LogRecord): void {
  const { topic, partition, offset, timestamp, value: bytes } = record;
  if (bytes === null) throw new UndecodableValue('the record has no value', null);
  const value = codec.decode(topic, bytes);
  const made = rowGroupsOf(topic).map((group) => ({
    group,
    rows: group.rowsOf(value, { partition, offset, timestamp }),
  }));
  for (const { group, rows } of made) {
    const block = batch.pending.get(group) ?? { rows: createEncodedRows(), records: [] };
    batch.pending.set(group, block);
    for (const row of rows) {
      block.rows.add(row);
      block.records.push(record);
    }
    batch.rows += rows.length * group.tables.length;
  }
  batch.bytes += bytes.length;
}
