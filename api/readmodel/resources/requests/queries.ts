import type { TokenRequest } from '../../../../schemas/generated/records.ts';
import { readRows } from '../../tables/rows.ts';
import type { TenantTables } from '../../tables/tenant-tables.ts';

const decode = { createdAt: Number, decidedAt: Number };

const ofTenantSql = `
SELECT request_id AS requestId, caip19, note, state, reason, toUnixTimestamp64Milli(created_at) AS createdAt,
  toUnixTimestamp64Milli(decided_at) AS decidedAt
FROM attestry.store_requests FINAL
WHERE tenant_id = {tenantId:String} AND state != 'withdrawn'
ORDER BY createdAt DESC, caip19, requestId
LIMIT 1000`;

/** Requests of a tenant, the newest first. Notes are sealed. */
export const readRequests = (tables: TenantTables): Promise<readonly TokenRequest[]> =>
  readRows<TokenRequest>(tables, { sql: ofTenantSql, decode }, {});
