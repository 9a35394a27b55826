import type { WatchItem } from '../../../../schemas/generated/records.ts';
import { readRows } from '../../tables/rows.ts';
import type { TenantTables } from '../../tables/tenant-tables.ts';

export interface Watchlist {
  /** Newest addition first. */
  readonly items: readonly WatchItem[];
  readonly limit: number;
}

const itemsSql = `
SELECT item_id AS itemId, asset_id AS assetId, state, state_reason AS stateReason, intake_status AS intakeStatus,
  monitoring_enabled AS monitoringEnabled, note, toUnixTimestamp64Milli(added_at) AS addedAt,
  toUnixTimestamp64Milli(current_add_at) AS currentAddAt, current_add_seq AS currentAddSeq
FROM attestry.store_watch_items FINAL
WHERE tenant_id = {tenantId:String} AND state != 'removed'
ORDER BY current_add_seq DESC, item_id`;

const limitSql = `
SELECT \`limit\`
FROM attestry.store_tenants
WHERE tenant_id = {tenantId:String}
ORDER BY seq DESC
LIMIT 1`;

/** Reads the present watchlist of a tenant. */
export async function readWatchlist(tables: TenantTables): Promise<Watchlist> {
  const decode = { addedAt: Number, currentAddAt: Number, currentAddSeq: Number };
  const [items, tenants] = await Promise.all([
    readRows<WatchItem>(tables, { sql: itemsSql, decode }, {}),
    tables.query<{ readonly limit: number }>(limitSql, {}),
  ]);
  return { items, limit: tenants[0]?.limit ?? 0 };
}
