import type { TokenRequest } from '../../../../schemas/generated/records.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import type { TenantTables } from '../../tables/tenant-tables.ts';

const decode = { createdAt: Number, decidedAt: Number };

const ofTenantSql = `
SELECT request_id AS requestId, caip19, note, state, reason, toUnixTimestamp64Milli(created_at) AS createdAt,
  toUnixTimestamp64Milli(decided_at) AS decidedAt
FROM attestry.store_requests FINAL
WHERE tenant_id = {tenantId:String} AND state != 'withdrawn'
ORDER BY createdAt DESC, requestId
LIMIT 1000`;

/** Requests of a tenant, the newest first. Notes are sealed. */
export const readRequests = (tables: TenantTables): Promise<readonly TokenRequest[]> =>
  readRows<TokenRequest>(tables, { sql: ofTenantSql, decode }, {});

const openSql = `
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
  readRows<TenantRequest>(tables, { sql: openSql, decode }, {});
