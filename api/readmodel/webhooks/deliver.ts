import { hasPassed } from '../../../infra/async/has-passed.ts';
import type { PendingWebhook } from '../../../schemas/generated/records.ts';
import { dayMs } from '../../../schemas/values/durations.ts';
import { createSignal, type Signal } from '../memory/signal.ts';
import { readStreamCursor, writeStreamCursor } from '../resources/stream/cursor.ts';
import type { DeliverDependencies } from './deliver-dependencies.ts';
import { attempt, type DeliveryState, DeliveryEnded, report, reportNowAndThen } from './delivery-state.ts';
import type { StoredEndpoint } from './endpoint.ts';
import { messagesOf } from './message.ts';
import { isBlocking } from './schedule.ts';

export interface DeliveryLoop {
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
export function deliver(
  endpoint: StoredEndpoint,
  dependencies: DeliverDependencies,
  signal: AbortSignal,
): DeliveryLoop {
  const wakeUp = createSignal();
  signal.addEventListener('abort', wakeUp.raise, { once: true });
  const state: DeliveryState = {
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

async function run(
  state: DeliveryState,
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
    if (!(error instanceof DeliveryEnded)) throw error;
  }
  // What was sent and is not reported would be sent again.
  if (signal.aborted && !state.isReporting && state.deliveries.length > 0) await report(state, dependencies, true);
}

const waitOf = ({ pending }: DeliveryState, now: number): number =>
  Math.max(0, Math.min(longestWaitMs, ...pending.map(({ nextAt }) => nextAt - now)));

/** Sends what is new. Returns whether there may be more to do at once. */
async function readOn(state: DeliveryState, dependencies: DeliverDependencies, signal: AbortSignal): Promise<boolean> {
  if (state.pending.some(isBlocking) || state.pending.length >= mostPending) return false;
  const cursor = readStreamCursor(state.cursor);
  if (cursor === null) throw new Error(`endpoint ${state.endpointId}: its place in the stream cannot be read`);
  const batch = await dependencies.reader.after(state.tenantId, cursor);
  if (batch.events.length > 0) state.behindSince ??= dependencies.clock();
  for (const message of messagesOf(batch.events, state.cursor)) {
    if (signal.aborted) throw new DeliveryEnded();
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

const isPlaceOld = ({ cursor, stored }: DeliveryState, now: number): boolean =>
  cursor !== stored.cursor && (stored.at === null || hasPassed(placeEveryMs, stored.at, now));

/** Tries a pending message again; one that its tenant may not see any more, or that was revised since, is dropped. */
async function retry(
  state: DeliveryState,
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
