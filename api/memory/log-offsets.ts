import type { TableReader } from '../tables/reader.ts';

/** Offsets by log partition: the first one that was not told yet. */
export type LogOffsets = ReadonlyMap<number, number>;

interface EndRow {
  readonly log_partition: number;
  readonly log_offset: string;
}

const endsSql = `
SELECT log_partition, max(log_offset) AS log_offset
FROM attestry.store_changes
GROUP BY log_partition`;

/** Where the changes in the tables end, and where everything there was ends. */
export interface LogBounds {
  /**
   * Rows of a partition are inserted in the order of their offsets, so everything before an end is in the tables, and
   * everything that will come lies behind it. On several shards that holds only as far as the writer has told.
   */
  readonly ends: LogOffsets;
  /**
   * The same, or what the writer had reached before it went back to insert rows again: nothing before it is news, but
   * some of it may be missing for a while.
   */
  readonly reached: LogOffsets;
}

export async function readBounds(tables: TableReader): Promise<LogBounds> {
  const [filled, told = new Map<number, number>()] = await Promise.all([tables.filledUpTo?.(), tables.reachedUpTo?.()]);
  const rows = await tables.query<EndRow>(endsSql, {});
  const ends = new Map(
    rows.map(({ log_partition: partition, log_offset: offset }) => {
      const end = Number(offset) + 1;
      return [partition, filled === undefined ? end : Math.min(end, filled.get(partition) ?? 0)];
    }),
  );
  const back = [...told].filter(([partition, offset]) => offset > (filled?.get(partition) ?? 0));
  return { ends, reached: maxOffsets(ends, new Map(back)) };
}

export const readEnds = async (tables: TableReader): Promise<LogOffsets> => (await readBounds(tables)).ends;

/** Never back: an end may lie before what was told while rows that a server lost are inserted again. */
export const maxOffsets = (told: LogOffsets, ends: LogOffsets): LogOffsets =>
  new Map(
    [...told.keys(), ...ends.keys()].map((one) => [one, Math.max(told.get(one) ?? 0, ends.get(one) ?? 0)] as const),
  );

/** Keeps the arrays of such a query from being empty; no log has that many partitions. */
export const unusedPartition = 0xffff_ffff;

/** Positions as two parameters of a query, for `transform(log_partition, partitions, offsets, …)`. */
export const offsetParameters = (
  positions: LogOffsets,
): { readonly partitions: readonly number[]; readonly offsets: readonly number[] } => ({
  // Keeps the arrays of the query from being empty; no log has that many partitions.
  partitions: [0xffff_ffff, ...positions.keys()],
  offsets: [0, ...positions.values()],
});
