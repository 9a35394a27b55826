import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { TenantTables } from '../../../api/readmodel/tables/tenant-tables.ts';

const keySql = `
SELECT name, last4, scopes, toUnixTimestamp64Milli(created_at) AS createdAt, toUnixTimestamp64Milli(expires_at) AS expiresAt
FROM attestry.store_api_keys FINAL
WHERE tenant_id = {tenantId:String} AND key_id = {keyId:String}`;

const sessionsSql = `
SELECT session_sha256 AS sessionSha256, toUnixTimestamp64Milli(minIf(at, kind = 'opened')) AS openedAt,
  toUnixTimestamp64Milli(max(at)) AS renewedAt
FROM attestry.store_sessions FINAL
WHERE tenant_id = {tenantId:String} AND key_id = {keyId:String}
GROUP BY session_sha256
HAVING countIf(kind = 'closed') = 0 AND countIf(kind = 'opened') > 0
ORDER BY openedAt DESC
LIMIT 100`;

/** The key that signed in. The name is as stored, sealed or not. */
export interface StoredKeyInfo {
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** Null if the key is not the tenant's. */
export async function readKeyInfo(tables: TenantTables, keyId: string): Promise<StoredKeyInfo | null> {
  const decode = { createdAt: Number, expiresAt: Number };
  const [key] = await readRows<StoredKeyInfo>(tables, { sql: keySql, decode }, { keyId });
  return key ?? null;
}

/** A session of the key that was not closed. Times in milliseconds; the last renewal is up to 15 minutes behind. */
export interface KeySession {
  readonly sessionSha256: string;
  readonly openedAt: number;
  readonly renewedAt: number;
}

export const readSessions = (tables: TenantTables, keyId: string): Promise<readonly KeySession[]> =>
  readRows<KeySession>(tables, { sql: sessionsSql, decode: { openedAt: Number, renewedAt: Number } }, { keyId });
