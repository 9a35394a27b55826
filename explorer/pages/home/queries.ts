import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readRows } from '../../../api/readmodel/tables/rows.ts';
import { listedAssetsSql, publicChangeSql } from '../../../api/readmodel/visibility/public.ts';
import { chains } from '../../../schemas/values/chains.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { SourceName } from '../../labels/sources.ts';

const filesSql = `
SELECT toString(feed) AS feed, toUnixTimestamp64Milli(max(as_of)) AS asOf FROM attestry.store_feed_runs
WHERE status != 'rejected' AND feed IN {feeds:Array(String)}
GROUP BY feed`;

interface FileRow {
  readonly feed: string;
  readonly asOf: number;
}

/** As-of of the newest and of the oldest of the newest files of all sources, milliseconds. */
export interface FilesRead {
  readonly newest: number;
  readonly oldest: number;
}

/**
 * The files of sources; null if none was read. A chain has runs of its own, also where no node was asked: they are no files.
 * A list whose entries another one has may be as old as it likes.
 */
export async function readFiles(tables: TableReader, sources: readonly SourceName[]): Promise<FilesRead | null> {
  const feeds = sources.map(({ feed }) => feed);
  const rows = await readRows<FileRow>(tables, { sql: filesSql, decode: { asOf: Number } }, { feeds });
  if (rows.length === 0) return null;
  const contained = new Set(sources.filter(({ containedIn }) => containedIn !== null).map(({ feed }) => feed));
  const newest = Math.max(...rows.map(({ asOf }) => asOf));
  const own = rows.filter(({ feed }) => !contained.has(feed));
  return { newest, oldest: Math.min(newest, ...own.map(({ asOf }) => asOf)) };
}

/** Changes of each category to choose from: the most urgent of them is shown. */
const newestOfEach = 20;

const newestChangesSql =
  `
SELECT words FROM attestry.store_feed_changes FINAL
WHERE (asset_id, detected_at, id) IN (
  SELECT asset_id, detected_at, id FROM attestry.store_changes AS c FINAL
  WHERE ` +
  publicChangeSql +
  ` AND c.known_at > fromUnixTimestamp64Milli({since:Int64})
    AND c.asset_id IN (` +
  listedAssetsSql +
  `)
  ORDER BY severity_rank, known_at DESC, id
  LIMIT {most:UInt32} BY category
)`;

/** The most urgent changes of each category since a time, of assets that lists have: others, however many, do not crowd them out. */
export async function readNewestChanges(
  tables: TableReader,
  { since, withSanctions }: { readonly since: number; readonly withSanctions: boolean },
): Promise<readonly Change[]> {
  const rows = await tables.query<{ readonly words: string }>(newestChangesSql, {
    since,
    withSanctions,
    most: newestOfEach,
    chains: chains.filter(({ listed }) => listed).map(({ slug }) => slug),
  });
  return rows.map(({ words }) => JSON.parse(words) as Change);
}
