import { isCount } from '../opaque-cursor.ts';
import type { BoundedTopic, TableReader } from '../tables/reader.ts';
import { readRows } from '../tables/rows.ts';

/** By log partition: the first offset that was not read yet. */
export type LogOffsets = ReadonlyMap<number, number>;

interface LastRow {
  readonly partition: number;
  readonly offset: number;
}

/**
 * SQL condition on `log_partition` and `log_offset`: the row is at or behind the offset of its partition in the parameters
 * of that name. A partition without an offset counts from its start.
 */
export const isFromOffset = (name: string): string => comparedTo('>=', name);

/** The same condition for a row before the offset; of a partition without an offset there is none. */
export const isBeforeOffset = (name: string): string => comparedTo('<', name);

const comparedTo = (operator: '>=' | '<', name: string): string =>
  `toInt64(log_offset) ${operator} transform(log_partition, ` +
  `{${name}Partitions:Array(UInt32)}, {${name}Offsets:Array(Int64)}, toInt64(0))`;

/** Keeps the arrays of a query from being empty; no log has so many partitions. */
const unusedPartition = 0xffff_ffff;

/** The parameters of these conditions. */
export const offsetParameters = (name: string, offsets: LogOffsets): Readonly<Record<string, readonly number[]>> => ({
  [`${name}Partitions`]: [unusedPartition, ...offsets.keys()],
  [`${name}Offsets`]: [0, ...offsets.values()],
});

/** `store_verdicts` gets its rows after the history, from which notices are read. */
const tableOf: Readonly<Record<BoundedTopic, string>> = {
  changes: 'attestry.store_changes',
  verdicts: 'attestry.store_verdicts',
};

const lastSql = (topic: BoundedTopic): string =>
  'SELECT log_partition AS partition, max(log_offset) AS offset FROM ' + tableOf[topic] + ' GROUP BY log_partition';

/** Where the rows of a topic end in the tables, and how far they were inserted before. */
export interface LogBounds {
  /**
   * Behind the last row of each partition. A partition's rows are inserted in the order of their offsets, so all rows
   * before its end are in the tables. On several shards this holds only up to the offset that the sink has committed.
   */
  readonly ends: LogOffsets;
  /**
   * The ends, or the furthest offset that the sink had committed before it went back to insert rows again. No row before
   * it is new, but some may be missing until they are inserted again.
   */
  readonly reached: LogOffsets;
}

export async function readBounds(tables: TableReader, topic: BoundedTopic = 'changes'): Promise<LogBounds> {
  const [filled, committed = new Map<number, number>()] = await Promise.all([
    tables.filledUpTo?.(topic),
    tables.reachedUpTo?.(topic),
  ]);
  const rows = await readRows<LastRow>(tables, { sql: lastSql(topic), decode: { offset: Number } }, {});
  const ends = new Map(
    rows.map(({ partition, offset }) => {
      const end = offset + 1;
      return [partition, filled === undefined ? end : Math.min(end, filled.get(partition) ?? 0)];
    }),
  );
  const ahead = [...committed].filter(([partition, offset]) => offset > (filled?.get(partition) ?? 0));
  return { ends, reached: maxOffsets(ends, new Map(ahead)) };
}

export const readEnds = async (tables: TableReader, topic: BoundedTopic = 'changes'): Promise<LogOffsets> =>
  (await readBounds(tables, topic)).ends;

/** The higher offset of each partition: an end may go back while rows that a server lost are inserted again. */
export const maxOffsets = (a: LogOffsets, b: LogOffsets): LogOffsets =>
  new Map(
    [...a.keys(), ...b.keys()].map((partition) => [partition, Math.max(a.get(partition) ?? 0, b.get(partition) ?? 0)]),
  );

/** Offsets behind a row that was sent, of a batch that reads one partition after the other. */
export const offsetsAfter = (
  { partition, offset }: { readonly partition: number; readonly offset: number },
  before: LogOffsets,
  ends: LogOffsets,
): LogOffsets =>
  new Map(
    [...maxOffsets(before, ends)].map(([one, end]) => {
      if (one === partition) return [one, offset + 1];
      return [one, one < partition ? end : (before.get(one) ?? 0)];
    }),
  );

/** Encodes offsets as one part of a cursor: partition, offset, partition, offset … */
export const offsetsPart = (offsets: LogOffsets): readonly number[] => [...offsets].sort(([a], [b]) => a - b).flat();

/** Decodes a part that `offsetsPart` encoded; null if it is not one. */
export function offsetsOf(part: unknown): LogOffsets | null {
  if (!Array.isArray(part) || part.length % 2 !== 0 || part.length > 2 * maxPartitions || !part.every(isCount)) {
    return null;
  }
  const numbers = part as readonly number[];
  return new Map(
    numbers.flatMap((partition, index) => (index % 2 === 0 ? [[partition, numbers[index + 1] ?? 0] as const] : [])),
  );
}

const maxPartitions = 1024;
