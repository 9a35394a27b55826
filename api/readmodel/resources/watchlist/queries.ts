import type { WatchItem } from '../../../../schemas/generated/records.ts';
import type { TenantTables } from '../../tables/tenant-tables.ts';

export interface Watchlist {
  /** Newest addition first. */
  readonly items: readonly WatchItem[];
  readonly limit: number;
}

interface ItemRow {
  readonly item_id: string;
  readonly asset_id: string;
  readonly state: string;
  readonly state_reason: string | null;
  readonly intake_status: string | null;
  readonly monitoring_enabled: boolean;
  readonly note: string | null;
  readonly added_at: string;
  readonly current_add_at: string;
  readonly current_add_seq: string;
}

const itemsSql = `
SELECT item_id, asset_id, state, state_reason, intake_status, monitoring_enabled, note,
  toUnixTimestamp64Milli(added_at) AS added_at, toUnixTimestamp64Milli(current_add_at) AS current_add_at,
  current_add_seq
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
  const [rows, tenants] = await Promise.all([
    tables.query<ItemRow>(itemsSql, {}),
    tables.query<{ readonly limit: number }>(limitSql, {}),
  ]);
  return { items: rows.map(itemOf), limit: tenants[0]?.limit ?? 0 };
}

const itemOf = (row: ItemRow): WatchItem => ({
  itemId: row.item_id,
  assetId: row.asset_id,
  state: row.state,
  stateReason: row.state_reason,
  intakeStatus: row.intake_status,
  monitoringEnabled: row.monitoring_enabled,
  note: row.note,
  addedAt: Number(row.added_at),
  currentAddAt: Number(row.current_add_at),
  currentAddSeq: Number(row.current_add_seq),
});
