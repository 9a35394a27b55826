import type { TableReader } from '../tables/reader.ts';

/** Rows of a page of the operator. They are of every tenant, so no page of a key holder may use these queries. */
const mostRows = 500;

const keysSql = `
SELECT key_id, tenant_id, name, last4, scopes, toUnixTimestamp64Milli(created_at) AS created_at,
  toUnixTimestamp64Milli(expires_at) AS expires_at, toUnixTimestamp64Milli(revoked_at) AS revoked_at
FROM attestry.store_api_keys FINAL
ORDER BY created_at DESC, key_id
LIMIT {most:UInt32}`;

const oneKeySql = `
SELECT tenant_id FROM attestry.store_api_keys FINAL WHERE key_id = {keyId:String}`;

const oneTenantSql = `
SELECT tenant_id FROM attestry.store_tenants FINAL WHERE tenant_id = {tenantId:String}`;

const tenantsSql = `
SELECT t.tenant_id AS tenant_id, t.limit AS limit, toUnixTimestamp64Milli(t.created_at) AS created_at,
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
SELECT tenant_id, item_id, asset_id, toString(state) AS state, toString(state_reason) AS state_reason,
  toString(intake_status) AS intake_status, toUnixTimestamp64Milli(current_add_at) AS since
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

interface KeyRow {
  readonly key_id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export async function readKeys(tables: TableReader): Promise<readonly StoredKey[]> {
  const rows = await tables.query<KeyRow>(keysSql, { most: mostRows });
  return rows.map((row) => ({
    keyId: row.key_id,
    tenantId: row.tenant_id,
    name: row.name,
    last4: row.last4,
    scopes: row.scopes,
    createdAt: Number(row.created_at),
    expiresAt: timeOf(row.expires_at),
    revokedAt: timeOf(row.revoked_at),
  }));
}

const timeOf = (text: string | null): number | null => (text === null ? null : Number(text));

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

export async function readTenants(tables: TableReader): Promise<readonly StoredTenant[]> {
  const rows = await tables.query<Readonly<Record<'tenant_id' | 'limit' | 'items' | 'keys' | 'created_at', string>>>(
    tenantsSql,
    { most: mostRows },
  );
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    limit: Number(row.limit),
    items: Number(row.items),
    keys: Number(row.keys),
    createdAt: Number(row.created_at),
  }));
}

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

type IntakeRow = Readonly<Record<'tenant_id' | 'item_id' | 'asset_id' | 'state' | 'since', string>> &
  Readonly<Record<'state_reason' | 'intake_status', string | null>>;

export async function readIntakes(tables: TableReader): Promise<readonly StoredIntake[]> {
  const rows = await tables.query<IntakeRow>(intakeSql, { most: mostRows });
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    itemId: row.item_id,
    assetId: row.asset_id,
    state: row.state,
    reason: row.state_reason,
    status: row.intake_status,
    since: Number(row.since),
  }));
}
