import type { ChangeReference } from '../../memory/change-cache.ts';
import type { FeedFilter } from './filter.ts';

/** What a change is to one key holder, before its words are read. */
export interface PickedChange extends ChangeReference {
  readonly groupId: string;
  readonly itemId: string;
  readonly gathering: boolean;
  readonly isNew: boolean;
}

export interface PickedRow {
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

export type VisibleFilter = Omit<FeedFilter, 'byImpact'>;

/**
 * What a key holder may see of changes, for queries to end with conditions, order and limit: changes of the assets on the
 * list now, outside hidden intervals, newest revision, filtered. Binds the members of `VisibleFilter`. Slim on purpose:
 * only these columns are read from all matching rows (architecture 7).
 */
export const visibleChanges = `
WITH (
    SELECT max(seen_at) FROM attestry.store_tenants FINAL WHERE tenant_id = {tenantId:String}
  ) AS seen
SELECT c.asset_id AS asset_id, c.id AS id, c.revision AS revision,
  toUnixTimestamp64Milli(c.detected_at) AS detected_at, c.group_id AS group_id, w.item_id AS item_id,
  w.state = 'gathering' AS gathering,
  NOT c.low_signal AND greatest(c.detected_at, ifNull(c.notable_at, c.detected_at)) > greatest(seen, w.added_at)
    AS is_new,
  toUnixTimestamp64Milli(seen) AS seen_at
FROM attestry.store_feed_changes AS c FINAL
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
      OR ((c.confirmed OR c.notable_at IS NOT NULL) AND ifNull(c.notable_at, c.record_time) >= span.1
        AND (span.2 IS NULL OR ifNull(c.notable_at, c.record_time) < span.2)),
    h.spans)`;

export const pickedOf = (row: PickedRow): PickedChange => ({
  assetId: row.asset_id,
  id: row.id,
  revision: row.revision,
  detectedAt: Number(row.detected_at),
  groupId: row.group_id,
  itemId: row.item_id,
  gathering: row.gathering,
  isNew: row.is_new,
});
