import type { TenantTexts } from '../../../infra/tenant-keys/tenant-texts.ts';
import type { WebhookDelivery } from '../../../schemas/generated/records.ts';
import { ApiError } from '../../errors.ts';
import { isoTime } from '../iso-time.ts';
import { openEndpoint, type StoredEndpoint } from './endpoint.ts';
import type { StoredDelivery } from './queries.ts';

interface Dependencies {
  readonly texts: Pick<TenantTexts, 'open'>;
  /** Milliseconds. */
  readonly clock: () => number;
}

const timeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time));

/** An endpoint without its secrets. Throws ApiError `not_found` once its tenant was erased. */
export async function presentWebhook(endpoint: StoredEndpoint, { texts, clock }: Dependencies): Promise<object> {
  const now = clock();
  const open = await openEndpoint(endpoint, texts, now);
  if (open === null) throw new ApiError('not_found', 'The endpoint is not there any more');
  const { endpointId, state, reason, failingSince, pending, previousUntil, createdAt } = endpoint;
  const enabled = state === 'enabled';
  const next = enabled && pending.length > 0 ? Math.min(...pending.map(({ nextAt }) => nextAt)) : null;
  return {
    id: endpointId,
    url: open.url,
    enabled,
    reason,
    failingSince: timeOrNull(failingSince),
    pending: pending.length,
    nextAttemptAt: timeOrNull(next),
    previousSecretUntil: timeOrNull(previousUntil !== null && previousUntil > now ? previousUntil : null),
    createdAt: isoTime(createdAt),
  };
}

/** A try of an endpoint of the tenant. */
export async function presentDelivery(
  delivery: StoredDelivery | WebhookDelivery,
  tenantId: string,
  texts: Pick<TenantTexts, 'open'>,
): Promise<object> {
  const { messageId, kind, tries, outcome, status, error, answer, durationMs, at } = delivery;
  return {
    messageId,
    type: kind,
    attempt: tries,
    outcome,
    status,
    error,
    answer: answer === null ? null : await texts.open({ tenantId, purpose: 'webhook answer' }, answer),
    durationMs,
    at: isoTime(at),
  };
}
