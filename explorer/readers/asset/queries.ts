import { createVersionedCache, type VersionedCache } from '../../../api/readmodel/memory/versioned-cache.ts';
import type { ReadModel } from '../../../api/readmodel/dependencies.ts';
import { readOpenMatchesOf } from '../../../api/readmodel/resources/notifications/open-matches.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { publicChangeSql } from '../../../api/readmodel/visibility/public.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { isOld, youngFor } from '../../../schemas/freshness.ts';
import type { SourceName } from '../../labels/sources.ts';

/** What public pages show of an asset's history. */
export interface PublicHistory {
  /** Confirmed changes that are not low signal and are shown, newest first. */
  readonly changes: readonly Change[];
  /** Headlines of the confirmed matches with sanctions lists that are open. */
  readonly matches: readonly string[];
}

/** Changes on one page. */
const mostChanges = 50;

const changesSql =
  `
SELECT words FROM attestry.store_feed_changes AS c FINAL
WHERE c.asset_id = {assetId:String} AND ` +
  publicChangeSql +
  `
ORDER BY c.detected_at DESC, c.id DESC
LIMIT {limit:UInt32}`;

type Dependencies = Pick<ReadModel, 'clock' | 'tables' | 'versions'>;

/** Reads the public history of assets; kept in memory until a change of the asset arrives. */
export function createHistoryReader(
  { clock, tables, versions }: Dependencies,
  withSanctions: boolean,
): (assetId: string) => Promise<PublicHistory> {
  const cache: VersionedCache<string, PublicHistory> = createVersionedCache({
    restsOn: {
      isReliable: () => versions.current(),
      position: versions.position,
      observe: (assetId) => (since) => versions.assetVersion(assetId) <= since,
    },
    keyOf: (assetId) => assetId,
    versions,
    clock,
    most: mostHistories,
  });
  return (assetId) =>
    cache.read(assetId, async () => {
      const [rows, matches] = await Promise.all([
        tables.query<{ readonly words: string }>(changesSql, { assetId, withSanctions, limit: mostChanges }),
        withSanctions ? readOpenMatchesOf(tables, [assetId]) : null,
      ]);
      const changes = rows.map(({ words }) => JSON.parse(words) as Change);
      const value = { changes, matches: (matches?.(assetId, clock()) ?? []).map(({ headline }) => headline) };
      return { value, validUntil: Number.POSITIVE_INFINITY };
    });
}

/** Some tens of kilobytes each, at most. */
const mostHistories = 500;

const listsSql = `
SELECT toString(feed) AS feed, toUnixTimestamp64Milli(max(as_of)) AS as_of FROM attestry.store_feed_runs
WHERE status != 'rejected' AND feed IN {feeds:Array(String)}
GROUP BY feed`;

/** Configured sanctions lists with a file that was read, and the age of these files. */
export interface ListsRead {
  /** Lists to be read: those whose entries no other list contains. */
  readonly all: number;
  readonly read: number;
  /** As-of of the oldest of their newest files, milliseconds; null if none was read. */
  readonly oldest: number | null;
  /** Whether the newest file of any of them is old. */
  readonly hasOld: boolean;
}

/** @param now milliseconds */
export async function readLists(tables: TableReader, sources: readonly SourceName[], now: number): Promise<ListsRead> {
  const lists = sources.filter(({ isSanctionsList, containedIn }) => isSanctionsList && containedIn === null);
  const feeds = lists.map(({ feed }) => feed);
  const rows = await tables.query<{ readonly feed: string; readonly as_of: string }>(listsSql, { feeds });
  const times = new Map(rows.map((row) => [row.feed, Number(row.as_of)]));
  return {
    all: lists.length,
    read: times.size,
    oldest: times.size === 0 ? null : Math.min(...times.values()),
    hasOld: lists.some((list) => isOld(times.get(list.feed) ?? now, youngFor.feed(list), now)),
  };
}
