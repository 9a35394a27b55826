import type { TokenRequest } from '../../../schemas/generated/records.ts';
import type { TableReader } from '../tables/reader.ts';
import { readRows } from '../tables/rows.ts';

/** Rows of a page of the operator. They are of every tenant, so no page of a key holder may use these queries. */
const mostRows = 500;

const keysSql = `
SELECT key_id AS keyId, tenant_id AS tenantId, name, last4, scopes, toUnixTimestamp64Milli(created_at) AS createdAt,
  toUnixTimestamp64Milli(expires_at) AS expiresAt, toUnixTimestamp64Milli(revoked_at) AS revokedAt
FROM attestry.store_api_keys FINAL
ORDER BY created_at DESC, key_id
LIMIT {most:UInt32}`;

const oneKeySql = `
SELECT tenant_id FROM attestry.store_api_keys FINAL WHERE key_id = {keyId:String}`;

const oneTenantSql = `
SELECT tenant_id FROM attestry.store_tenants FINAL WHERE tenant_id = {tenantId:String}`;

const tenantsSql = `
SELECT t.tenant_id AS tenantId, t.limit AS limit, toUnixTimestamp64Milli(t.created_at) AS createdAt,
  i.items AS items, k.keys AS keys
FROM (SELECT tenant_id, limit, created_at FROM attestry.store_tenants FINAL) AS t
LEFT JOIN (
  SELECT tenant_id, count() AS items FROM attestry.store_watch_items FINAL WHERE state != 'removed' GROUP BY tenant_id
) AS i ON i.tenant_id = t.tenant_id
LEFT JOIN (
  SELECT tenant_id, count() AS keys FROM attestry.store_api_keys FINAL WHERE revoked_at IS NULL GROUP BY tenant_id
) AS k ON k.tenant_id = t.tenant_id
ORDER BY t.created_at DESC, t.tenant_id
LIMIT {most:UInt32}`;

const intakeSql = `
SELECT tenant_id AS tenantId, item_id AS itemId, asset_id AS assetId, toString(state) AS state,
  toString(state_reason) AS reason, toString(intake_status) AS status, toUnixTimestamp64Milli(current_add_at) AS since
FROM attestry.store_watch_items FINAL
WHERE state IN ('gathering', 'unresolved')
ORDER BY since DESC, item_id
LIMIT {most:UInt32}`;

const oneItemSql = `
SELECT tenant_id FROM attestry.store_watch_items FINAL WHERE item_id = {itemId:String} AND state != 'removed'`;

/** A key without its secret. Times in milliseconds. */
export interface StoredKey {
  readonly keyId: string;
  readonly tenantId: string;
  /** As stored, sealed or not. */
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export const readKeys = (tables: TableReader): Promise<readonly StoredKey[]> =>
  readRows<StoredKey>(
    tables,
    { sql: keysSql, decode: { createdAt: Number, expiresAt: Number, revokedAt: Number } },
    { most: mostRows },
  );

/** Tenant of a key or of a watchlist item; null if there is none. */
export const tenantOfKey = (tables: TableReader, keyId: string): Promise<string | null> =>
  tenantOf(tables, oneKeySql, { keyId });
export const tenantOfItem = (tables: TableReader, itemId: string): Promise<string | null> =>
  tenantOf(tables, oneItemSql, { itemId });

export const hasTenant = async (tables: TableReader, tenantId: string): Promise<boolean> =>
  (await tenantOf(tables, oneTenantSql, { tenantId })) !== null;

async function tenantOf(
  tables: TableReader,
  sql: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string | null> {
  const [row] = await tables.query<{ readonly tenant_id: string }>(sql, parameters);
  return row?.tenant_id ?? null;
}

export interface StoredTenant {
  readonly tenantId: string;
  readonly limit: number;
  readonly items: number;
  /** Keys that were not revoked. */
  readonly keys: number;
  readonly createdAt: number;
}

export const readTenants = (tables: TableReader): Promise<readonly StoredTenant[]> =>
  readRows<StoredTenant>(
    tables,
    { sql: tenantsSql, decode: { limit: Number, items: Number, keys: Number, createdAt: Number } },
    { most: mostRows },
  );

/** A watchlist item whose intake has not ended well. */
export interface StoredIntake {
  readonly tenantId: string;
  readonly itemId: string;
  readonly assetId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly status: string | null;
  readonly since: number;
}

export const readIntakes = (tables: TableReader): Promise<readonly StoredIntake[]> =>
  readRows<StoredIntake>(tables, { sql: intakeSql, decode: { since: Number } }, { most: mostRows });

const openRequestsSql = `
SELECT tenant_id AS tenantId, request_id AS requestId, caip19, note, state, reason,
  toUnixTimestamp64Milli(created_at) AS createdAt, toUnixTimestamp64Milli(decided_at) AS decidedAt
FROM attestry.store_requests FINAL
WHERE state = 'open'
ORDER BY createdAt, requestId
LIMIT 10000`;

/** A request with its tenant, for the operator alone. */
export interface TenantRequest extends TokenRequest {
  readonly tenantId: string;
}

/** Open requests of every tenant, the oldest first, also those whose tokens are public by now. */
export const readOpenRequests = (tables: TableReader): Promise<readonly TenantRequest[]> =>
  readRows<TenantRequest>(tables, { sql: openRequestsSql, decode: { createdAt: Number, decidedAt: Number } }, {});
