import { sealedMarker } from '../../../schemas/values/sealed-text.ts';
import type { Tables } from '../tables.ts';

/** Rows of a tenant in the tables, beside the row that records that it existed. */
export interface TenantRows {
  readonly tenantId: string;
  readonly rows: number;
  /** Unrevoked keys and unremoved watches: a tenant with any of them was never ended on this log. */
  readonly living: number;
}

const rowsSql = `
SELECT tenant_id, count() AS rows, sum(lives) AS living FROM (
  SELECT tenant_id, revoked_at IS NULL AS lives FROM attestry.store_api_keys FINAL
  UNION ALL SELECT tenant_id, state != 'removed' AS lives FROM attestry.store_watch_items FINAL
  UNION ALL SELECT tenant_id, 0 AS lives FROM attestry.store_hidden_intervals
  UNION ALL SELECT tenant_id, 0 AS lives FROM attestry.store_intake_notices
  UNION ALL SELECT tenant_id, 0 AS lives FROM attestry.store_read_markers
  UNION ALL SELECT tenant_id, 0 AS lives FROM attestry.store_sessions
  UNION ALL SELECT tenant_id, 0 AS lives FROM attestry.store_webhooks
  UNION ALL SELECT tenant_id, 0 AS lives FROM attestry.store_webhook_deliveries
  UNION ALL SELECT tenant_id, 0 AS lives FROM attestry.store_requests
  UNION ALL SELECT tenant_id, 0 AS lives FROM attestry.store_command_outcomes
)
WHERE has(splitByChar(',', {tenantIds:String}), tenant_id)
GROUP BY tenant_id`;

/** `mutations_sync = 2` waits until the rows are removed from the active parts, not only marked. */
const deletions = [
  'ALTER TABLE attestry.store_api_keys DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_watch_items DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_hidden_intervals DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_intake_notices DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_read_markers DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_sessions DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_webhook_deliveries DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_webhooks DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_requests DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
  'ALTER TABLE attestry.store_command_outcomes DELETE WHERE tenant_id = {tenantId:String} SETTINGS mutations_sync = 2',
] as const;

/** Row counts of the given tenants; tenants without rows are omitted. */
export async function rowsOfTenants(
  tables: Pick<Tables, 'query'>,
  tenantIds: readonly string[],
): Promise<readonly TenantRows[]> {
  if (tenantIds.length === 0) return [];
  const found = await tables.query<{ readonly tenant_id: string; readonly rows: string; readonly living: string }>(
    rowsSql,
    { tenantIds: tenantIds.join() },
  );
  return found.map(({ tenant_id: tenantId, rows, living }) => ({
    tenantId,
    rows: Number(rows),
    living: Number(living),
  }));
}

/** Deletes all rows of a tenant except the one that records that it existed; repeatable. */
export async function deleteTenantRows(tables: Pick<Tables, 'query'>, tenantId: string): Promise<void> {
  for (const sql of deletions) await tables.query(sql, { tenantId });
}

const sealedSql = `
SELECT 1 AS one FROM attestry.store_api_keys WHERE tenant_id = {tenantId:String} AND startsWith(name, {marker:String}) LIMIT 1
UNION ALL
SELECT 1 AS one FROM attestry.store_watch_items
WHERE tenant_id = {tenantId:String} AND startsWith(ifNull(note, ''), {marker:String}) LIMIT 1
UNION ALL
SELECT 1 AS one FROM attestry.store_requests
WHERE tenant_id = {tenantId:String} AND startsWith(ifNull(note, ''), {marker:String}) LIMIT 1
UNION ALL
SELECT 1 AS one FROM attestry.store_webhooks WHERE tenant_id = {tenantId:String} AND startsWith(url, {marker:String}) LIMIT 1`;

/** Whether the tables contain a sealed text of a tenant. */
export const hasSealedTexts = async (
  tables: { readonly query: <R>(sql: string, parameters: Readonly<Record<string, unknown>>) => Promise<readonly R[]> },
  tenantId: string,
): Promise<boolean> => (await tables.query(sealedSql, { tenantId, marker: sealedMarker })).length > 0;
