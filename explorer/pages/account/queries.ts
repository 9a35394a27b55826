import { readRows } from '../../../api/readmodel/tables/rows.ts';
import type { TenantTables } from '../../../api/readmodel/tables/tenant-tables.ts';

const sessionsSql = `
SELECT session_sha256 AS sessionSha256, toUnixTimestamp64Milli(minIf(at, kind = 'opened')) AS openedAt,
  toUnixTimestamp64Milli(max(at)) AS renewedAt
FROM attestry.store_sessions FINAL
WHERE tenant_id = {tenantId:String} AND key_id = {keyId:String}
GROUP BY session_sha256
HAVING countIf(kind = 'closed') = 0 AND countIf(kind = 'opened') > 0
ORDER BY openedAt DESC
LIMIT 100`;

/** A session of the key that was not closed. Times in milliseconds; the last renewal is up to 15 minutes behind. */
export interface KeySession {
  readonly sessionSha256: string;
  readonly openedAt: number;
  readonly renewedAt: number;
}

export const readSessions = (tables: TenantTables, keyId: string): Promise<readonly KeySession[]> =>
  readRows<KeySession>(tables, { sql: sessionsSql, decode: { openedAt: Number, renewedAt: Number } }, { keyId });
