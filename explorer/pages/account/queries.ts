import type { TenantTables } from '../../../api/readmodel/tables/tenant-tables.ts';

const keySql = `
SELECT name, last4, scopes, toUnixTimestamp64Milli(created_at) AS created_at, toUnixTimestamp64Milli(expires_at) AS expires_at
FROM attestry.store_api_keys FINAL
WHERE tenant_id = {tenantId:String} AND key_id = {keyId:String}`;

const sessionsSql = `
SELECT session_sha256, toUnixTimestamp64Milli(minIf(at, kind = 'opened')) AS opened_at,
  toUnixTimestamp64Milli(max(at)) AS seen_at
FROM attestry.store_sessions FINAL
WHERE tenant_id = {tenantId:String} AND key_id = {keyId:String}
GROUP BY session_sha256
HAVING countIf(kind = 'closed') = 0 AND countIf(kind = 'opened') > 0
ORDER BY opened_at DESC
LIMIT 100`;

/** The key that signed in. The name is as stored, sealed or not. */
export interface StoredKeyInfo {
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

interface KeyRow {
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
}

/** Null if the key is not the tenant's. */
export async function readKeyInfo(tables: TenantTables, keyId: string): Promise<StoredKeyInfo | null> {
  const [row] = await tables.query<KeyRow>(keySql, { keyId });
  if (row === undefined) return null;
  const { name, last4, scopes } = row;
  const expiresAt = row.expires_at === null ? null : Number(row.expires_at);
  return { name, last4, scopes, createdAt: Number(row.created_at), expiresAt };
}

/** A session of the key that was not closed. Times in milliseconds; the last renewal is up to 15 minutes behind. */
export interface KeySession {
  readonly sessionSha256: string;
  readonly openedAt: number;
  readonly renewedAt: number;
}

export async function readSessions(tables: TenantTables, keyId: string): Promise<readonly KeySession[]> {
  const rows = await tables.query<{
    readonly session_sha256: string;
    readonly opened_at: string;
    readonly seen_at: string;
  }>(sessionsSql, { keyId });
  return rows.map((row) => ({
    sessionSha256: row.session_sha256,
    openedAt: Number(row.opened_at),
    renewedAt: Number(row.seen_at),
  }));
}
