import type { PendingWebhook } from '../../../schemas/generated/records.ts';
import { deliveriesKeptMs } from '../../../schemas/retention.ts';
import type { TableReader } from '../tables/reader.ts';
import type { TenantTables } from '../tables/tenant-tables.ts';
import type { StoredEndpoint } from './endpoint.ts';

const columns = `
SELECT tenant_id, endpoint_id, url, secret, previous_secret,
  toUnixTimestamp64Milli(previous_until) AS previous_until_ms, state, reason, cursor, pending,
  toUnixTimestamp64Milli(failing_since) AS failing_since_ms, progress, toUnixTimestamp64Milli(created_at) AS created_at_ms,
  log_partition`;

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
SELECT message_id, kind, tries, outcome, status, error, answer, duration_ms, cursor, toUnixTimestamp64Milli(at) AS at_ms
FROM attestry.store_webhook_deliveries FINAL
WHERE tenant_id = {tenantId:String} AND endpoint_id = {endpointId:String} AND at >= fromUnixTimestamp64Milli({since:Int64})
ORDER BY at DESC, message_id, tries DESC
LIMIT {limit:UInt32}`;

interface EndpointRow {
  readonly tenant_id: string;
  readonly endpoint_id: string;
  readonly url: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until_ms: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly cursor: string;
  readonly pending: string;
  readonly failing_since_ms: string | null;
  readonly progress: string;
  readonly created_at_ms: string;
  readonly log_partition: number;
}

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
export const enabledEndpoints = async (tables: TableReader): Promise<readonly StoredEndpoint[]> =>
  (await tables.query<EndpointRow>(enabledSql, {})).map(endpointOf);

/** Endpoints of a tenant, oldest first. */
export const readEndpoints = async (tables: TenantTables): Promise<readonly StoredEndpoint[]> =>
  (await tables.query<EndpointRow>(ofTenantSql, {})).map(endpointOf);

/** The newest tries of an endpoint of the last 30 days, newest first. */
export async function readDeliveries(
  tables: TenantTables,
  endpointId: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly StoredDelivery[]> {
  const rows = await tables.query<
    Pick<StoredDelivery, 'answer' | 'cursor' | 'error' | 'kind' | 'outcome' | 'status' | 'tries'> & {
      readonly message_id: string;
      readonly duration_ms: number;
      readonly at_ms: string;
    }
  >(deliveriesSql, { endpointId, since: now - deliveriesKeptMs, limit });
  return rows.map(({ message_id: messageId, duration_ms: durationMs, at_ms, ...row }) => ({
    ...row,
    messageId,
    durationMs,
    at: Number(at_ms),
  }));
}

const endpointOf = (row: EndpointRow): StoredEndpoint => ({
  tenantId: row.tenant_id,
  endpointId: row.endpoint_id,
  url: row.url,
  secret: row.secret,
  previousSecret: row.previous_secret,
  previousUntil: numberOrNull(row.previous_until_ms),
  state: row.state,
  reason: row.reason,
  cursor: row.cursor,
  pending: JSON.parse(row.pending) as readonly PendingWebhook[],
  failingSince: numberOrNull(row.failing_since_ms),
  progress: Number(row.progress),
  createdAt: Number(row.created_at_ms),
  partition: row.log_partition,
});

const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));
