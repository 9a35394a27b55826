import { hasPassed } from '../../infra/has-passed.ts';
import type { Logger } from '../../infra/logger.ts';
import type { PendingWebhook, WebhookDelivery } from '../../schemas/generated/records.ts';
import { dayMs } from '../../schemas/values/durations.ts';
import { createSignal, type Signal } from '../memory/signal.ts';
import { readStreamCursor, writeStreamCursor } from '../resources/stream/cursor.ts';
import type { EventReader } from '../resources/stream/read-events.ts';
import type { StoredEndpoint } from './endpoint.ts';
import { type Message, messagesOf } from './message.ts';
import { isBlocking, isDead, nextTry } from './schedule.ts';
import { type SendDependencies, sendMessage } from './send.ts';

export interface DeliverDependencies extends SendDependencies {
  readonly reader: Pick<EventReader, 'after'>;
  /** Appends a report and waits until its rows are readable; false if it is based on an earlier state. */
  readonly report: (
    endpoint: StoredEndpoint,
    deliveries: readonly WebhookDelivery[],
    after: number,
    /** The loop is being stopped: the report is given up soon, and never throws because an engine is away. */
    isLast: boolean,
  ) => Promise<boolean>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly logger: Logger;
}

export interface Delivering {
  /** Reports of this loop that the log has, or may have by now. */
  readonly progress: () => number;
  /** Since when there are messages to send, milliseconds; null if there are none, or the endpoint does not answer. */
  readonly behindSince: () => number | null;
  /** Since when its current step is under way, milliseconds; null while it waits for something to send. */
  readonly busySince: () => number | null;
  /** Whether the last try failed. */
  readonly isFailing: () => boolean;
  /** Reads the stream at once. */
  readonly wake: () => void;
  /** Resolves when the endpoint is disabled, its state was changed by another, or the signal aborted. */
  readonly done: Promise<void>;
}

/** Deliveries of one report. */
const mostUnreported = 100;
/** Longest time between a delivery and its report, milliseconds: so much is sent a second time after a kill. */
const reportEveryMs = 1_000;
/**
 * Longest time without a report in which the place moves behind events that its tenant does not see, milliseconds. After a
 * restart they are read again: an asset that was added meanwhile shows them.
 */
const placeEveryMs = dayMs;
/** No new message is read while this number of messages is pending. */
const mostPending = 100;
const longestWaitMs = 30_000;

/**
 * Sends the messages of one endpoint, in the order of its tenant's stream as long as it answers. What was sent is reported
 * after it was sent, so a message may come twice, with the same id, and none is lost.
 */
export function deliver(endpoint: StoredEndpoint, dependencies: DeliverDependencies, signal: AbortSignal): Delivering {
  const wakeUp = createSignal();
  signal.addEventListener('abort', wakeUp.raise, { once: true });
  const state: State = {
    ...endpoint,
    sentSince: null,
    behindSince: null,
    isReporting: false,
    busySince: null,
    deliveries: [],
    stored: { cursor: endpoint.cursor, at: null },
  };
  return {
    progress: () => state.progress + Number(state.isReporting),
    behindSince: () => (state.failingSince === null ? state.behindSince : null),
    busySince: () => state.busySince,
    isFailing: () => state.failingSince !== null,
    wake: wakeUp.raise,
    done: run(state, dependencies, { signal, wakeUp }),
  };
}

type State = {
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
class Ended extends Error {}

async function run(
  state: State,
  dependencies: DeliverDependencies,
  { signal, wakeUp }: { readonly signal: AbortSignal; readonly wakeUp: Signal },
): Promise<void> {
  try {
    while (!signal.aborted && state.state === 'enabled') {
      state.busySince = dependencies.clock();
      const due = state.pending.find(({ nextAt }) => nextAt <= dependencies.clock());
      if (due !== undefined) await retry(state, due, dependencies, signal);
      else if (!(await readOn(state, dependencies, signal))) {
        state.busySince = null;
        await wakeUp.wait(waitOf(state, dependencies.clock()));
      }
    }
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  // What was sent and is not reported would be sent again.
  if (signal.aborted && !state.isReporting && state.deliveries.length > 0) await report(state, dependencies, true);
}

const waitOf = ({ pending }: State, now: number): number =>
  Math.max(0, Math.min(longestWaitMs, ...pending.map(({ nextAt }) => nextAt - now)));

/** Sends what is new. Returns whether there may be more to do at once. */
async function readOn(state: State, dependencies: DeliverDependencies, signal: AbortSignal): Promise<boolean> {
  if (state.pending.some(isBlocking) || state.pending.length >= mostPending) return false;
  const cursor = readStreamCursor(state.cursor);
  if (cursor === null) throw new Error(`endpoint ${state.endpointId}: its place in the stream cannot be read`);
  const batch = await dependencies.reader.after(state.tenantId, cursor);
  if (batch.events.length > 0) state.behindSince ??= dependencies.clock();
  for (const message of messagesOf(batch.events, state.cursor)) {
    if (signal.aborted) throw new Ended();
    const isPending = state.pending.some(({ messageId }) => messageId === message.id);
    if (!isPending && !(await attempt(state, message, 1, dependencies, signal))) {
      state.cursor = message.to;
      await report(state, dependencies);
      return true;
    }
    state.cursor = message.to;
    await reportNowAndThen(state, dependencies);
  }
  state.cursor = writeStreamCursor(batch.cursor);
  const isPlaceDue = !batch.hasMore && isPlaceOld(state, dependencies.clock());
  if (state.deliveries.length > 0 || isPlaceDue) await report(state, dependencies);
  if (!batch.hasMore) state.behindSince = null;
  return batch.hasMore;
}

const isPlaceOld = ({ cursor, stored }: State, now: number): boolean =>
  cursor !== stored.cursor && (stored.at === null || hasPassed(placeEveryMs, stored.at, now));

/** Tries a pending message again; one that its tenant may not see any more, or that was revised since, is dropped. */
async function retry(
  state: State,
  due: PendingWebhook,
  dependencies: DeliverDependencies,
  signal: AbortSignal,
): Promise<void> {
  const cursor = readStreamCursor(due.cursor);
  const events = cursor === null ? [] : (await dependencies.reader.after(state.tenantId, cursor)).events;
  const message = messagesOf(events, due.cursor).find(({ id }) => id === due.messageId);
  if (message === undefined) state.pending = state.pending.filter((one) => one !== due);
  else await attempt(state, { ...message, from: due.cursor }, due.tries + 1, dependencies, signal);
  await report(state, dependencies);
}

/** One try, with what follows from it. Returns whether the message was delivered. */
async function attempt(
  state: State,
  message: Message,
  tries: number,
  dependencies: DeliverDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const delivery = await sendMessage(state, message, { ...dependencies, tries, signal });
  if (delivery === null) throw new Ended();
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

async function reportNowAndThen(state: State, dependencies: DeliverDependencies): Promise<void> {
  const since = dependencies.clock() - (state.sentSince ?? dependencies.clock());
  if (state.deliveries.length >= mostUnreported || since >= reportEveryMs) await report(state, dependencies);
}

async function report(state: State, dependencies: DeliverDependencies, isLast = false): Promise<void> {
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
    throw new Ended();
  }
  state.isReporting = false;
  state.deliveries = [];
  state.sentSince = null;
  state.stored = { cursor: endpoint.cursor, at: dependencies.clock() };
  state.progress += 1;
  if (state.reason !== null) state.state = 'disabled';
}
