import type { WebhookDelivery } from '../../../schemas/generated/records.ts';
import { ApiError } from '../../errors.ts';
import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { giveCommand, type GiveCommandDependencies } from '../give-command.ts';
import { readStreamCursor } from '../resources/stream/cursor.ts';
import type { EventReader } from '../resources/stream/read-events.ts';
import type { StoredEndpoint } from './endpoint.ts';
import { type Message, messagesOf } from './message.ts';
import type { StoredDelivery } from './queries.ts';
import { type SendDependencies, sendMessage } from './send.ts';

export interface ByHandDependencies extends GiveCommandDependencies, SendDependencies {
  readonly reader: Pick<EventReader, 'after'>;
  /** Aborted when the process is about to stop. */
  readonly stopping: AbortSignal;
}

/** A message that asks an endpoint to answer, with a new id. */
export const testMessage = ({ endpointId }: StoredEndpoint, id: string, now: number): Message => ({
  id: `test:${id}`,
  kind: 'webhook.test',
  body: JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data: { endpointId } }),
  from: '',
  to: '',
});

/** The message of an earlier try, as its tenant may see it today. Throws ApiError if there is none. */
export async function messageAgain(
  { tenantId }: StoredEndpoint,
  { cursor: text, messageId }: StoredDelivery,
  { reader }: Pick<ByHandDependencies, 'reader'>,
): Promise<Message> {
  const cursor = readStreamCursor(text);
  const events = cursor === null ? [] : (await reader.after(tenantId, cursor)).events;
  const message = messagesOf(events, text).find(({ id }) => id === messageId);
  if (message !== undefined) return message;
  throw new ApiError(
    'not_found',
    'The message cannot be sent again: its change was revised since, or its token is paused or no longer watched',
  );
}

/** Requests by hand that a tenant may have under way, in one process. They take no place of other requests. */
const byHandAtOnce = 4;

/**
 * Sends messages by hand, four of a tenant at a time; one more is refused with 429. `begun` is called once a message may be
 * sent, before it is.
 */
export function createByHandSender(
  dependencies: ByHandDependencies,
): (endpoint: StoredEndpoint, message: Message, actor: string, begun: () => void) => Promise<WebhookDelivery> {
  const limit = createConcurrencyLimit(byHandAtOnce);
  return async (endpoint, message, actor, begun) => {
    const release = limit.acquire(
      endpoint.tenantId,
      'Four of your messages are being sent by hand right now; wait for them',
    );
    begun();
    try {
      return await sendByHand(endpoint, message, actor, dependencies);
    } finally {
      release();
    }
  };
}

/**
 * One try that changes neither the place of the endpoint nor its count of failures, also of a disabled endpoint (W-05).
 * Its outcome is readable afterwards. Throws ApiError once the tenant was erased.
 */
async function sendByHand(
  endpoint: StoredEndpoint,
  message: Message,
  actor: string,
  dependencies: ByHandDependencies,
): Promise<WebhookDelivery> {
  const { tenantId, endpointId } = endpoint;
  const delivery = await sendMessage(endpoint, message, { ...dependencies, tries: 0, signal: dependencies.stopping });
  if (delivery === null) throw new ApiError('not_found', 'The endpoint is not there any more');
  const body = { endpointId, deliveries: [delivery] };
  await giveCommand({ tenantId, type: 'webhook.progress', body, actor }, dependencies);
  return delivery;
}
