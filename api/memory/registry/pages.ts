import { type AssetSummaryRow, recordEndsSql } from './row.ts';
import { unusedPartition } from '../log-offsets.ts';
import type { TableReader } from '../../tables/reader.ts';

export interface PagesOptions<R> {
  readonly tables: TableReader;
  readonly sql: string;
  /** Rows of a query: what one can answer in its time. */
  readonly pageRows: number;
  /** Takes rows in; may be given some of them again after an error. */
  readonly take: (rows: readonly R[]) => void;
}

/**
 * Reads what lies behind the cursors, and moves them: asset by asset, a page at a time, up to where the table ended before.
 * What is written meanwhile, also for an asset that was passed already, lies behind the cursors then.
 */
export async function readBehind<R extends AssetSummaryRow>(
  { tables, sql, pageRows, take }: PagesOptions<R>,
  cursors: Map<number, number>,
): Promise<void> {
  const ends = await endsOf(tables);
  const isNew = [...ends].some(([partition, end]) => end > (cursors.get(partition) ?? -1));
  if (!isNew) return;
  const parameters = {
    least: Math.min(...[...ends.keys()].map((partition) => (cursors.get(partition) ?? -1) + 1)),
    partitions: [unusedPartition, ...cursors.keys()],
    offsets: [-1, ...cursors.values()],
    endPartitions: [...ends.keys()],
    endOffsets: [...ends.values()],
    limit: pageRows,
  };
  // Another replica may have told the ends: what counts as read is what was.
  const reached = new Map<number, number>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: readonly R[] = await tables.query<R>(sql, { ...parameters, after });
    take(page);
    for (const { log_partition: partition, log_offset: offset } of page) {
      reached.set(partition, Math.max(Number(offset), reached.get(partition) ?? -1));
    }
    after = page.length < pageRows ? undefined : page.at(-1)?.asset_id;
  }
  for (const [partition, offset] of reached) cursors.set(partition, offset);
}

type EndRow = Pick<AssetSummaryRow, 'log_partition' | 'log_offset'>;

const endsOf = async (tables: TableReader): Promise<ReadonlyMap<number, number>> =>
  new Map((await tables.query<EndRow>(recordEndsSql, {})).map((end) => [end.log_partition, Number(end.log_offset)]));
