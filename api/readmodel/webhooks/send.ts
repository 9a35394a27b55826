import { Webhook } from 'standardwebhooks';
import type { GuardedPost } from '../../../infra/fetch/guarded-post.ts';
import type { TenantTexts } from '../../../infra/tenant-keys/tenant-texts.ts';
import type { WebhookDelivery } from '../../../schemas/generated/records.ts';
import { openEndpoint, type StoredEndpoint } from './endpoint.ts';
import type { Message } from './message.ts';

export interface SendDependencies {
  readonly post: GuardedPost;
  readonly texts: Pick<TenantTexts, 'open' | 'seal'>;
  /** Milliseconds. */
  readonly clock: () => number;
}

/** One try. `tries` is its number, 0 for one by hand. Null if the tenant was erased or `signal` ended it. */
export async function sendMessage(
  endpoint: StoredEndpoint,
  message: Message,
  { post, texts, clock, tries, signal }: SendDependencies & { readonly tries: number; readonly signal: AbortSignal },
): Promise<WebhookDelivery | null> {
  const at = clock();
  const open = await openEndpoint(endpoint, texts, at);
  if (open === null) return null;
  const sentAt = new Date(at);
  const answer = await post({
    url: open.url,
    json: message.body,
    headers: {
      'webhook-id': message.id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': open.secrets
        .map((secret) => new Webhook(secret).sign(message.id, sentAt, message.body))
        .join(' '),
    },
    signal,
  });
  if (signal.aborted) return null;
  const { tenantId, endpointId } = endpoint;
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300 && answer.error === null;
  return {
    endpointId,
    messageId: message.id,
    kind: message.kind,
    tries,
    outcome: isDelivered ? 'delivered' : 'failed',
    status: answer.status,
    error: isDelivered ? null : (answer.error ?? whyFailed(answer.status ?? 0)),
    answer:
      answer.text === '' ? null : await texts.seal({ tenantId, purpose: 'webhook answer' }, answer.text.slice(0, 500)),
    durationMs: Math.max(0, clock() - at),
    cursor: message.from,
    at,
  };
}

const whyFailed = (status: number): string =>
  status >= 300 && status < 400 ? `It redirects (${status}); redirects are not followed.` : `It answered ${status}.`;
