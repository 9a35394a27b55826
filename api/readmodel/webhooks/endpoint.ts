import type { TenantTexts } from '../../../infra/tenant-keys/tenant-texts.ts';
import type { PendingWebhook } from '../../../schemas/generated/records.ts';

/** An endpoint as the tables have it. Times in milliseconds. */
export interface StoredEndpoint {
  readonly tenantId: string;
  readonly endpointId: string;
  /** Sealed. */
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: number | null;
  readonly state: string;
  readonly reason: string | null;
  readonly cursor: string;
  readonly pending: readonly PendingWebhook[];
  readonly failingSince: number | null;
  readonly progress: number;
  readonly createdAt: number;
  /** Partition of its tenant. */
  readonly partition: number;
}

/** Where an endpoint is, and the secrets that sign: two during a rotation. */
export interface OpenEndpoint {
  readonly url: string;
  readonly secrets: readonly string[];
}

/** Null once the tenant was erased: its address cannot be opened any more. */
export async function openEndpoint(
  endpoint: StoredEndpoint,
  texts: Pick<TenantTexts, 'open'>,
  now: number,
): Promise<OpenEndpoint | null> {
  const { tenantId, previousSecret, previousUntil } = endpoint;
  const url = await texts.open({ tenantId, purpose: 'webhook address' }, endpoint.url);
  const secret = await texts.open({ tenantId, purpose: 'webhook secret' }, endpoint.secret);
  if (url === null || secret === null) return null;
  const previous =
    previousSecret !== null && (previousUntil ?? 0) > now
      ? await texts.open({ tenantId, purpose: 'webhook secret' }, previousSecret)
      : null;
  return { url, secrets: previous === null ? [secret] : [secret, previous] };
}
