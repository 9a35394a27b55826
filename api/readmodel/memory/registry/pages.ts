import type { TableReader } from '../../tables/reader.ts';
import { offsetParameters } from '../log-offsets.ts';
import { type AssetSummaryRow, recordEndsSql } from './row.ts';

export interface PagesOptions<R> {
  readonly tables: TableReader;
  readonly sql: string;
  /** Rows of a query: as many as one query can return within its deadline. */
  readonly pageRows: number;
  /** Applies rows; after an error it may get some of them again. */
  readonly take: (rows: readonly R[]) => void;
}

/**
 * Reads the rows from the cursors (next offset by log partition) up to the present end of the table, in pages by asset, and
 * advances the cursors. Rows written meanwhile, also of an asset already passed, are behind the new cursors.
 */
export async function readBehind<R extends AssetSummaryRow>(
  { tables, sql, pageRows, take }: PagesOptions<R>,
  cursors: Map<number, number>,
): Promise<void> {
  const ends = await endsOf(tables);
  const hasNew = [...ends].some(([partition, end]) => end > (cursors.get(partition) ?? 0));
  if (!hasNew) return;
  const parameters = {
    least: Math.min(...[...ends.keys()].map((partition) => cursors.get(partition) ?? 0)),
    ...offsetParameters('from', cursors),
    ...offsetParameters('end', ends),
    limit: pageRows,
  };
  // Another replica may have returned the ends: only rows that were returned count as read.
  const reached = new Map<number, number>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: readonly R[] = await tables.query<R>(sql, { ...parameters, after });
    take(page);
    for (const { log_partition: partition, log_offset: offset } of page) {
      reached.set(partition, Math.max(Number(offset) + 1, reached.get(partition) ?? 0));
    }
    after = page.length < pageRows ? undefined : page.at(-1)?.asset_id;
  }
  for (const [partition, next] of reached) cursors.set(partition, next);
}

type EndRow = Pick<AssetSummaryRow, 'log_partition' | 'log_offset'>;

const endsOf = async (tables: TableReader): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (await tables.query<EndRow>(recordEndsSql, {})).map((last) => [last.log_partition, Number(last.log_offset) + 1]),
  );
