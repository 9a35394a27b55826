import type { PendingWebhook } from '../../../schemas/generated/records.ts';
import { deliveriesKeptMs } from '../../../schemas/retention.ts';
import type { TableReader } from '../tables/reader.ts';
import { readRows } from '../tables/rows.ts';
import type { TenantTables } from '../tables/tenant-tables.ts';
import type { StoredEndpoint } from './endpoint.ts';

const columns = `
SELECT tenant_id AS tenantId, endpoint_id AS endpointId, url, secret, previous_secret AS previousSecret,
  toUnixTimestamp64Milli(previous_until) AS previousUntil, state, reason, cursor, pending,
  toUnixTimestamp64Milli(failing_since) AS failingSince, progress, toUnixTimestamp64Milli(created_at) AS createdAt,
  log_partition AS \`partition\``;

const decode = {
  previousUntil: Number,
  pending: (text: string) => JSON.parse(text) as readonly PendingWebhook[],
  failingSince: Number,
  progress: Number,
  createdAt: Number,
};

const enabledSql =
  columns +
  `
FROM attestry.store_webhooks FINAL
WHERE state = 'enabled'
ORDER BY tenant_id, endpoint_id`;

const ofTenantSql =
  columns +
  `
FROM attestry.store_webhooks FINAL
WHERE tenant_id = {tenantId:String} AND state != 'removed'
ORDER BY created_at, endpoint_id`;

const deliveriesSql = `
SELECT message_id AS messageId, kind, tries, outcome, status, error, answer, duration_ms AS durationMs, cursor,
  toUnixTimestamp64Milli(d.at) AS at
FROM attestry.store_webhook_deliveries AS d FINAL
WHERE tenant_id = {tenantId:String} AND endpoint_id = {endpointId:String} AND d.at >= fromUnixTimestamp64Milli({since:Int64})
ORDER BY d.at DESC, message_id, tries DESC
LIMIT {limit:UInt32}`;

/** A try as the tables have it. Times in milliseconds. */
export interface StoredDelivery {
  readonly messageId: string;
  readonly kind: string;
  /** 0 for one by hand. */
  readonly tries: number;
  readonly outcome: string;
  readonly status: number | null;
  readonly error: string | null;
  /** Sealed. */
  readonly answer: string | null;
  readonly durationMs: number;
  /** Place in the stream before the message; empty for a test. */
  readonly cursor: string;
  readonly at: number;
}

/** Enabled endpoints of all tenants, for the process that sends. */
export const enabledEndpoints = (tables: TableReader): Promise<readonly StoredEndpoint[]> =>
  readRows<StoredEndpoint>(tables, { sql: enabledSql, decode }, {});

/** Endpoints of a tenant, oldest first. */
export const readEndpoints = (tables: TenantTables): Promise<readonly StoredEndpoint[]> =>
  readRows<StoredEndpoint>(tables, { sql: ofTenantSql, decode }, {});

/** The newest tries of an endpoint of the last 30 days, newest first. */
export const readDeliveries = (
  tables: TenantTables,
  endpointId: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly StoredDelivery[]> =>
  readRows<StoredDelivery>(
    tables,
    { sql: deliveriesSql, decode: { at: Number } },
    { endpointId, since: now - deliveriesKeptMs, limit },
  );
