import type { TableReader } from './table-reader.ts';

/** Offsets by log partition: the first one that was not told yet. */
export type LogPositions = ReadonlyMap<number, number>;

interface EndRow {
  readonly log_partition: number;
  readonly log_offset: string;
}

const endsSql = `
SELECT log_partition, max(log_offset) AS log_offset
FROM attestry.store_changes
GROUP BY log_partition`;

/**
 * Where the changes in the tables end. Rows of a partition are inserted in the order of their offsets, so everything
 * before an end is in the tables, and everything that will come lies behind it.
 */
export async function readEnds(tables: TableReader): Promise<LogPositions> {
  const rows = await tables.query<EndRow>(endsSql, {});
  return new Map(rows.map((row) => [row.log_partition, Number(row.log_offset) + 1]));
}

/** Positions as two parameters of a query, for `transform(log_partition, partitions, offsets, …)`. */
export const positionParameters = (
  positions: LogPositions,
): { readonly partitions: readonly number[]; readonly offsets: readonly number[] } => ({
  // Keeps the arrays of the query from being empty; no log has that many partitions.
  partitions: [0xffff_ffff, ...positions.keys()],
  offsets: [0, ...positions.values()],
});
