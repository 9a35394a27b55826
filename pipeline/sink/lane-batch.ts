import type { LogRecord, NewRecord } from '../../infra/log/log.ts';
import type { InputPosition } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';
import type { Codec } from '../../schemas/codec.ts';
import { UndecodableValue } from '../../schemas/framed-value.ts';
import { createEncodedRows, type EncodedRows } from './encode.ts';
import { hasLaterTables, rowGroupsOf, type TargetTable } from './tables.ts';

/** Rows that go into the same tables, each with the record that it was made of. */
export interface RowBlock {
  readonly rows: EncodedRows;
  /** By row. */
  readonly records: LogRecord[];
}

/** The records read since the last flush, and their rows of some tables. */
export interface LaneBatch {
  /** By the tables that take them. */
  readonly pending: Map<readonly TargetTable[], RowBlock>;
  /** Next offsets of topics that have such tables, by `topic/partition`. */
  readonly positions: Map<string, InputPosition>;
  /** Dead letters, by `topic/partition/offset`: several tables may refuse the same record. */
  readonly letters: Map<string, NewRecord>;
  rows: number;
  bytes: number;
}

const emptyBatch = (): LaneBatch => ({
  pending: new Map(),
  positions: new Map(),
  letters: new Map(),
  rows: 0,
  bytes: 0,
});

/** Rows that clients wait for, and those that are gathered for longer. */
export interface LaneBatches {
  readonly prompt: LaneBatch;
  readonly later: LaneBatch;
}

export const emptyBatches = (): LaneBatches => ({ prompt: emptyBatch(), later: emptyBatch() });

/** How many records were parked. */
export const lettersIn = ({ prompt, later }: LaneBatches): number => prompt.letters.size + later.letters.size;

/** Dead letters of a topic go with the batch that moves its position: what is read again was not parked. */
export const lettersOf = ({ prompt, later }: LaneBatches, topic: TopicName): LaneBatch['letters'] =>
  (hasLaterTables(topic) ? later : prompt).letters;

/** Notes that a topic was read up to `next`, in each batch that has rows of it. */
export function readUpTo({ prompt, later }: LaneBatches, position: InputPosition): void {
  const { topic, partition } = position;
  const groups = rowGroupsOf(topic);
  const key = `${topic}/${partition}`;
  if (groups.some((group) => group.prompt.length > 0)) prompt.positions.set(key, position);
  if (groups.some((group) => group.later.length > 0)) later.positions.set(key, position);
}

/** Adds all rows of a record, or none: throws UndecodableValue, or ParkedRecordError if a table cannot store it. */
export function addRecord({ prompt, later }: LaneBatches, codec: Pick<Codec, 'decode'>, record: LogRecord): void {
  const { topic, partition, offset, timestamp, value: bytes } = record;
  if (bytes === null) throw new UndecodableValue('the record has no value', null);
  const value = codec.decode(topic, bytes);
  const made = rowGroupsOf(topic).map((group) => ({
    group,
    rows: group.rowsOf(value, { partition, offset, timestamp }),
  }));
  for (const { group, rows } of made) {
    const first = group.prompt.length > 0 ? blockOf(prompt, group.prompt) : null;
    const second = group.later.length > 0 ? blockOf(later, group.later) : null;
    for (const row of rows) {
      const block = first ?? second;
      if (block === null) break;
      block.rows.add(row);
      block.records.push(record);
      if (first === null || second === null) continue;
      const count = first.rows.count();
      second.rows.addEncoded(first.rows.slice(count - 1, count));
      second.records.push(record);
    }
    prompt.rows += rows.length * group.prompt.length;
    later.rows += rows.length * group.later.length;
  }
  (hasLaterTables(topic) ? later : prompt).bytes += bytes.length;
}

function blockOf({ pending }: LaneBatch, tables: readonly TargetTable[]): RowBlock {
  const block = pending.get(tables) ?? { rows: createEncodedRows(), records: [] };
  pending.set(tables, block);
  return block;
}
