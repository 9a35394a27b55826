import { createVersionedCache, type VersionedCache } from '../../../api/memory/versioned-cache.ts';
import type { RouteDependencies } from '../../../api/deps.ts';
import { readOpenMatchesOf } from '../../../api/resources/notifications/open-matches.ts';
import type { TableReader } from '../../../api/tables/reader.ts';
import type { Change } from '../../../schemas/generated/records.ts';

/** What public pages show of an asset's history. */
export interface PublicHistory {
  /** Confirmed changes that are not low signal and are shown, newest first. */
  readonly changes: readonly Change[];
  /** Headlines of the confirmed matches with sanctions lists that are open. */
  readonly matches: readonly string[];
}

/** Changes on one page. */
const mostChanges = 50;

const changesSql = `
SELECT words FROM attestry.store_feed_changes AS c FINAL
WHERE c.asset_id = {assetId:String} AND c.confirmed AND NOT c.low_signal
  AND JSONExtractString(c.words, 'disposition') = 'shown'
  AND ({withSanctions:Bool} OR c.category != 'sanctions')
ORDER BY c.detected_at DESC, c.id DESC
LIMIT {limit:UInt32}`;

type Dependencies = Pick<RouteDependencies, 'clock' | 'tables' | 'versions'>;

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
      const value = { changes, matches: matches?.(assetId, clock()) ?? [] };
      return { value, validUntil: Number.POSITIVE_INFINITY };
    });
}

/** Some tens of kilobytes each, at most. */
const mostHistories = 500;

const listsSql = `
SELECT toString(feed) AS feed, toUnixTimestamp64Milli(max(as_of)) AS as_of FROM attestry.store_feed_runs
WHERE status != 'rejected' AND feed IN (SELECT DISTINCT list FROM attestry.store_sanctions_entries)
GROUP BY feed`;

/** Sanctions lists that were read, and how old their files are. */
export interface ListsRead {
  readonly count: number;
  /** As-of of the newest and of the oldest of their newest files, milliseconds. */
  readonly newest: number;
  readonly oldest: number;
}

/** Null if no list was ever read. */
export async function readLists(tables: TableReader): Promise<ListsRead | null> {
  const rows = await tables.query<{ readonly as_of: string }>(listsSql, {});
  const times = rows.map((row) => Number(row.as_of));
  return times.length === 0 ? null : { count: times.length, newest: Math.max(...times), oldest: Math.min(...times) };
}
