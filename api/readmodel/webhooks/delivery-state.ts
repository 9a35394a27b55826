import type { PendingWebhook, WebhookDelivery } from '../../../schemas/generated/records.ts';
import type { DeliverDependencies } from './deliver-dependencies.ts';
import type { StoredEndpoint } from './endpoint.ts';
import type { Message } from './message.ts';
import { isDead, nextTry } from './schedule.ts';
import { sendMessage } from './send.ts';

/** What the loop of one endpoint has: its endpoint as it goes on, and what is not reported yet. */
export type DeliveryState = {
  -readonly [K in keyof StoredEndpoint]: StoredEndpoint[K];
} & {
  sentSince: number | null;
  behindSince: number | null;
  busySince: number | null;
  isReporting: boolean;
  deliveries: WebhookDelivery[];
  /** The place that the log has, and when this loop reported it, milliseconds. */
  stored: { readonly cursor: string; readonly at: number | null };
};

/** Thrown inside of the loop to end it: its state is no longer that of the log, or the tenant was erased. */
export class DeliveryEnded extends Error {}

/** Deliveries of one report. */
const mostUnreported = 100;
/** Longest time between a delivery and its report, milliseconds: so much is sent a second time after a kill. */
const reportEveryMs = 1_000;

/** One try, with what follows from it. Returns whether the message was delivered. */
export async function attempt(
  state: DeliveryState,
  message: Message,
  tries: number,
  dependencies: DeliverDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const delivery = await sendMessage(state, message, { ...dependencies, tries, signal });
  if (delivery === null) throw new DeliveryEnded();
  const now = dependencies.clock();
  state.busySince = now;
  state.sentSince ??= now;
  const others = state.pending.filter(({ messageId }) => messageId !== message.id);
  if (delivery.outcome === 'delivered') {
    state.deliveries.push(delivery);
    state.failingSince = null;
    state.pending = others;
    return true;
  }
  const nextAt = nextTry(tries, now, dependencies.random());
  state.deliveries.push(nextAt === null ? { ...delivery, outcome: 'given_up' } : delivery);
  state.failingSince ??= delivery.at;
  const again = { messageId: message.id, cursor: message.from, tries, nextAt: nextAt ?? now };
  // The last try of a message of an endpoint that is disabled now stays pending: enabled again, it begins with it.
  state.reason = delivery.status === 410 ? 'gone' : isDead(state.failingSince, now) ? 'failing' : null;
  state.pending = nextAt === null && state.reason === null ? others : [...others, again].sort(byTime);
  return false;
}

const byTime = (a: PendingWebhook, b: PendingWebhook): number => a.nextAt - b.nextAt;

export async function reportNowAndThen(state: DeliveryState, dependencies: DeliverDependencies): Promise<void> {
  const since = dependencies.clock() - (state.sentSince ?? dependencies.clock());
  if (state.deliveries.length >= mostUnreported || since >= reportEveryMs) await report(state, dependencies);
}

export async function report(state: DeliveryState, dependencies: DeliverDependencies, isLast = false): Promise<void> {
  const {
    deliveries,
    sentSince: _,
    behindSince: __,
    isReporting: ___,
    busySince: ____,
    stored: _____,
    ...endpoint
  } = state;
  state.isReporting = true;
  if (!(await dependencies.report(endpoint, deliveries, state.progress, isLast))) {
    if (isLast) return;
    throw new DeliveryEnded();
  }
  state.isReporting = false;
  state.deliveries = [];
  state.sentSince = null;
  state.stored = { cursor: endpoint.cursor, at: dependencies.clock() };
  state.progress += 1;
  if (state.reason !== null) state.state = 'disabled';
}
