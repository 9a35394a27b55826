import type { TableReader } from '../../table-reader.ts';
import type { ChangeReference } from '../../change-store.ts';
import type { TenantTables } from '../../tenant-tables.ts';
import type { FeedFilter } from './filter.ts';
import { maxChanges } from './schema.ts';

/** A change of the feed as picked for one key holder, before its words are read. */
export interface PickedChange extends ChangeReference {
  readonly groupId: string;
  readonly itemId: string;
  readonly gathering: boolean;
  readonly isNew: boolean;
}

export interface PickedFeed {
  /** In the order asked for, at most 200. */
  readonly changes: readonly PickedChange[];
  readonly truncated: boolean;
  /** The seen marker that `isNew` was decided with, milliseconds. */
  readonly seenAt: number;
}

interface PickedRow {
  readonly asset_id: string;
  readonly id: string;
  readonly revision: number;
  readonly detected_at: string;
  readonly group_id: string;
  readonly item_id: string;
  readonly gathering: boolean;
  readonly is_new: boolean;
  readonly seen_at: string;
}

/** Slim on purpose: only these columns are read from all matching rows (architecture 7). */
const pickSql = `
WITH (
    SELECT max(seen_at) FROM attestry.store_tenants FINAL WHERE tenant_id = {tenantId:String}
  ) AS seen
SELECT c.asset_id AS asset_id, c.id AS id, c.revision AS revision,
  toUnixTimestamp64Milli(c.detected_at) AS detected_at, c.group_id AS group_id, w.item_id AS item_id,
  w.state = 'gathering' AS gathering,
  NOT c.low_signal AND greatest(c.detected_at, ifNull(c.notable_at, c.detected_at)) > greatest(seen, w.added_at)
    AS is_new,
  toUnixTimestamp64Milli(seen) AS seen_at
FROM attestry.store_changes AS c FINAL
INNER JOIN (
  SELECT asset_id, item_id, state, added_at
  FROM attestry.store_watch_items FINAL
  WHERE tenant_id = {tenantId:String} AND state != 'removed'
) AS w ON w.asset_id = c.asset_id
LEFT JOIN (
  SELECT asset_id, groupArray((\`from\`, \`to\`)) AS spans
  FROM attestry.store_hidden_intervals FINAL
  WHERE tenant_id = {tenantId:String}
  GROUP BY asset_id
) AS h ON h.asset_id = c.asset_id
WHERE c.asset_id IN (
    SELECT asset_id
    FROM attestry.store_watch_items FINAL
    WHERE tenant_id = {tenantId:String} AND state != 'removed'
      AND (empty({items:Array(String)}) OR item_id IN {items:Array(String)})
  )
  AND c.detected_at >= fromUnixTimestamp64Milli({since:Int64})
  AND (empty({categories:Array(String)}) OR c.category IN {categories:Array(String)})
  AND (empty({materialities:Array(String)}) OR c.category != 'disclosure_field'
    OR ifNull(c.materiality, '') IN {materialities:Array(String)})
  AND ({showAll:Bool} OR NOT c.low_signal)
  AND (NOT {newOnly:Bool} OR (c.confirmed AND is_new))
  AND NOT arrayExists(
    span -> (c.detected_at >= span.1 AND (span.2 IS NULL OR c.detected_at < span.2))
      OR (c.notable_at IS NOT NULL AND c.notable_at >= span.1 AND (span.2 IS NULL OR c.notable_at < span.2)),
    h.spans)
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
    tables.query<PickedRow>(pickSql, { ...filter, limit: maxChanges + 1 }),
    tables.query<{ readonly seen_at: string }>(seenSql, {}),
  ]);
  return {
    changes: rows.slice(0, maxChanges).map(pickedOf),
    truncated: rows.length > maxChanges,
    seenAt: Number(rows[0]?.seen_at ?? tenants[0]?.seen_at ?? 0),
  };
}

const pickedOf = (row: PickedRow): PickedChange => ({
  assetId: row.asset_id,
  id: row.id,
  revision: row.revision,
  detectedAt: Number(row.detected_at),
  groupId: row.group_id,
  itemId: row.item_id,
  gathering: row.gathering,
  isNew: row.is_new,
});

/** Members of a group share the time of their detection, so the sorting key narrows the search. */
const membersSql = `
SELECT group_id, groupArray(id) AS ids
FROM (
  SELECT group_id, id
  FROM attestry.store_changes FINAL
  WHERE asset_id IN {assetIds:Array(String)} AND group_id IN {groupIds:Array(String)}
    AND detected_at BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})
  ORDER BY id
)
GROUP BY group_id`;

/** Ids of all changes of each group, ascending; whatever the feed filters, the group is told whole. */
export async function readGroupMembers(
  tables: TableReader,
  changes: readonly PickedChange[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (changes.length === 0) return new Map();
  const rows = await tables.query<{ readonly group_id: string; readonly ids: readonly string[] }>(membersSql, {
    assetIds: [...new Set(changes.map(({ assetId }) => assetId))],
    groupIds: [...new Set(changes.map(({ groupId }) => groupId))],
    from: Math.min(...changes.map(({ detectedAt }) => detectedAt)),
    to: Math.max(...changes.map(({ detectedAt }) => detectedAt)),
  });
  return new Map(rows.map((row) => [row.group_id, [...row.ids].sort()]));
}
