import type { ChangeReference } from '../../memory/change-cache.ts';
import type { TableReader } from '../../tables/reader.ts';
import type { TenantTables } from '../../tables/tenant-tables.ts';
import type { FeedFilter } from './filter.ts';
import { maxChanges } from './schema.ts';
import { type PickedChange, pickedOf, type PickedRow, visibleChanges } from './visible.ts';

export interface PickedFeed {
  /** In the order asked for, at most 200. */
  readonly changes: readonly PickedChange[];
  readonly truncated: boolean;
  /** Earliest detection among these and the one that was cut off, milliseconds; null when there are none. */
  readonly oldest: number | null;
  /** The seen marker that `isNew` was decided with, milliseconds. */
  readonly seenAt: number;
}

const feedSql =
  visibleChanges +
  `
ORDER BY if({byImpact:Bool}, c.direction_rank, 0), c.detected_at DESC, c.id DESC
LIMIT {limit:UInt32}`;

const seenSql = `
SELECT toUnixTimestamp64Milli(seen_at) AS seen_at
FROM attestry.store_tenants
WHERE tenant_id = {tenantId:String}
ORDER BY seq DESC
LIMIT 1`;

/** Picks the changes of the feed; one more than is shown, to know whether the window must be narrowed. */
export async function pickChanges(tables: TenantTables, filter: FeedFilter): Promise<PickedFeed> {
  const [rows, tenants] = await Promise.all([
    tables.query<PickedRow>(feedSql, { ...filter, limit: maxChanges + 1 }),
    tables.query<{ readonly seen_at: string }>(seenSql, {}),
  ]);
  const picked = rows.map(pickedOf);
  return {
    changes: picked.slice(0, maxChanges),
    oldest: picked.length === 0 ? null : Math.min(...picked.map(({ detectedAt }) => detectedAt)),
    truncated: rows.length > maxChanges,
    seenAt: Number(rows[0]?.seen_at ?? tenants[0]?.seen_at ?? 0),
  };
}

/** Where a change stands in the tables, whoever may see it. */
export interface ChangePlace extends ChangeReference {
  readonly groupId: string;
}

interface PlaceRow {
  readonly asset_id: string;
  readonly revision: number;
  readonly detected_at: string;
  readonly group_id: string;
}

/** The table of whole changes has an index by id; without FINAL it is used, and no revision alters what places a change. */
const placeSql = `
SELECT asset_id, revision, toUnixTimestamp64Milli(detected_at) AS detected_at, group_id
FROM attestry.store_changes
WHERE asset_id IN {assetIds:Array(String)} AND id = {id:String}
ORDER BY revision DESC
LIMIT 1`;

/** Finds a change of one of the assets by its id; null when there is none. */
export async function placeChange(
  tables: TableReader,
  id: string,
  assetIds: readonly string[],
): Promise<ChangePlace | null> {
  const [row] = await tables.query<PlaceRow>(placeSql, { id, assetIds });
  if (row === undefined) return null;
  return {
    id,
    assetId: row.asset_id,
    revision: row.revision,
    detectedAt: Number(row.detected_at),
    groupId: row.group_id,
  };
}

/**
 * Members of a group share the time of their detection, so the sorting key narrows the search. Every revision of a change
 * is in the same group, so none has to be told from another.
 */
const membersSql = `
SELECT group_id, groupUniqArray(id) AS ids
FROM attestry.store_feed_changes
WHERE asset_id IN {assetIds:Array(String)} AND group_id IN {groupIds:Array(String)}
  AND detected_at IN arrayMap(at -> fromUnixTimestamp64Milli(at), {times:Array(Int64)})
GROUP BY group_id`;

/** Ids of all changes of each group, ascending; whatever the feed filters, the group is told whole. */
export async function readGroupMembers(
  tables: TableReader,
  changes: readonly ChangePlace[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (changes.length === 0) return new Map();
  const rows = await tables.query<{ readonly group_id: string; readonly ids: readonly string[] }>(membersSql, {
    assetIds: [...new Set(changes.map(({ assetId }) => assetId))],
    groupIds: [...new Set(changes.map(({ groupId }) => groupId))],
    times: [...new Set(changes.map(({ detectedAt }) => detectedAt))],
  });
  return new Map(rows.map((row) => [row.group_id, [...row.ids].sort()]));
}
