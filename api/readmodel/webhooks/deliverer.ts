import { pause, withTimeout } from '../../../infra/async/async.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { createSignal } from '../memory/signal.ts';
import type { ChangedIds, VersionTracker } from '../memory/versions.ts';
import type { ReadModel } from '../dependencies.ts';
import type { EventReader } from '../resources/stream/read-events.ts';
import { wakeOnEvents } from '../resources/stream/wake.ts';
import { deliver, type DeliveryLoop } from './deliver.ts';
import type { DeliverDependencies } from './deliver-dependencies.ts';
import type { StoredEndpoint } from './endpoint.ts';
import { enabledEndpoints } from './queries.ts';
import { reportTo } from './report.ts';

export interface DelivererDependencies
  extends Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'logger' | 'outcomes' | 'snapshots' | 'tables'>,
    Pick<DeliverDependencies, 'post' | 'random' | 'texts'> {
  readonly reader: Pick<EventReader, 'after'>;
  readonly versions: Pick<VersionTracker, 'subscribe'>;
  /** Whether this process owns the tenants of a partition of the account topics. */
  readonly isOwned: (partition: number) => boolean;
  /** Called with the first sentence of an error that ended a loop; null once no endpoint waits after one. */
  readonly onFinding: (finding: string | null) => void;
  /** Longest time between two reads of the endpoints without a change of a tenant, milliseconds. */
  readonly pollMs?: number;
  /** What a stop waits for the loops, milliseconds. */
  readonly stopLimitMs?: number;
}

/** What the loops of a process are doing. */
export interface DelivererHealth {
  /** Longest time since an endpoint that answers has had messages to send, milliseconds; 0 if none has. */
  readonly behindMs: () => number;
  /** Since when the oldest step of a loop, or the reading of the endpoints, is under way, milliseconds; null if none is. */
  readonly busySince: () => number | null;
  /** Enabled endpoints of this process, by whether their last try was answered. */
  readonly endpoints: () => { readonly answering: number; readonly failing: number };
}

export interface Deliverer extends DelivererHealth {
  readonly stop: () => Promise<void>;
  /** Settles when the loops have ended; rejects with an error that is none of an endpoint's. */
  readonly done: Promise<void>;
}

const usualPollMs = 5_000;
/** Shortest time between two reads of the endpoints, unless `pollMs` is less. */
const leastPollMs = 500;
/** The last report of a loop takes up to 3 s. */
const usualStopLimitMs = 5_000;
/** Delay until an endpoint whose loop ended is started again, by the reason of the end. */
const restMs = { ended: 1_000, unreachable: 10_000, unknown: 5 * 60_000 } as const;

interface RunningDelivery extends DeliveryLoop {
  /** Asks the loop to end. It may end late: nothing of other endpoints waits for it. */
  readonly end: () => void;
}

/**
 * Runs a loop for every enabled endpoint of the partitions that this process owns. An endpoint that is slow, fails or hangs
 * delays no other, and an error of one ends its loop alone.
 */
export function startDeliverer(dependencies: DelivererDependencies): Deliverer {
  const { clock, logger, tables, versions, isOwned, onFinding, pollMs = usualPollMs } = dependencies;
  const { stopLimitMs = usualStopLimitMs } = dependencies;
  const leastMs = Math.min(leastPollMs, pollMs);
  const controller = new AbortController();
  const { signal } = controller;
  const running = new Map<string, RunningDelivery>();
  const resting = new Map<string, { readonly until: number; readonly finding: string | null }>();
  const tick = createSignal();
  signal.addEventListener('abort', tick.raise, { once: true });
  const report = reportTo(dependencies);

  const rest = (key: string, error: unknown): void => {
    if (error === null) {
      resting.set(key, { until: clock() + restMs.ended, finding: null });
      return;
    }
    const known = error instanceof RetryableError;
    const line = { err: error, endpointId: key.split('/')[1] };
    if (known) logger.warn(line, 'the messages of a webhook endpoint could not be read; it is tried again');
    else logger.error(line, 'the loop of a webhook endpoint broke off; it is started again in five minutes');
    const cause = error instanceof Error ? error.message : 'an unknown error';
    const finding = known ? null : `the loop of an endpoint broke off: ${cause}`;
    resting.set(key, { until: clock() + (known ? restMs.unreachable : restMs.unknown), finding });
  };

  const start = (key: string, endpoint: StoredEndpoint): void => {
    const own = new AbortController();
    const loop = deliver(endpoint, { ...dependencies, report }, own.signal);
    const unsubscribe = wakeOnEvents(endpoint.tenantId, loop.wake, dependencies);
    const done = loop.done
      .then(
        () => rest(key, null),
        (error: unknown) => rest(key, error),
      )
      .finally(() => {
        unsubscribe();
        running.delete(key);
        tick.raise();
      });
    running.set(key, { ...loop, done, end: () => own.abort() });
  };

  let adjustingSince: number | null = null;
  const adjust = async (): Promise<void> => {
    adjustingSince = clock();
    const endpoints = (await enabledEndpoints(tables)).filter(({ partition }) => isOwned(partition));
    const wanted = new Map(endpoints.map((one) => [`${one.tenantId}/${one.endpointId}`, one]));
    for (const [key, one] of running) {
      const row = wanted.get(key);
      // The row is ahead of the loop where its tenant changed the endpoint. A loop that ends wakes the next adjustment.
      if (row === undefined || row.progress > one.progress()) one.end();
    }
    for (const key of resting.keys()) if (!wanted.has(key)) resting.delete(key);
    for (const [key, endpoint] of wanted) {
      if (running.has(key) || (resting.get(key)?.until ?? 0) > clock()) continue;
      resting.delete(key);
      start(key, endpoint);
    }
    onFinding([...resting.values()].find(({ finding }) => finding !== null)?.finding ?? null);
  };

  const run = async (): Promise<void> => {
    const unsubscribe = versions.subscribe(({ tenants }: ChangedIds) => (tenants.size > 0 ? tick.raise() : undefined));
    try {
      while (!signal.aborted) {
        await adjust().catch((error: unknown) => {
          if (!(error instanceof RetryableError)) throw error;
          logger.warn({ err: error }, 'the endpoints of webhooks could not be read; they are read again');
        });
        adjustingSince = null;
        await pause(leastMs, signal);
        const soonest = Math.min(...[...resting.values()].map(({ until }) => until - clock()), pollMs);
        await tick.wait(Math.max(leastMs, soonest));
      }
    } finally {
      unsubscribe();
      const loops = [...running.values()];
      for (const { end } of loops) end();
      await withTimeout(Promise.all(loops.map((one) => one.done)), stopLimitMs, () => {
        logger.error({ loops: running.size }, 'loops of webhook endpoints did not end; they are left behind');
      });
    }
  };

  const done = run();
  return {
    done,
    endpoints: () => {
      const failing = [...running.values()].filter(({ isFailing }) => isFailing()).length;
      return { answering: running.size - failing, failing };
    },
    busySince: () => {
      const steps = [adjustingSince, ...[...running.values()].map(({ busySince }) => busySince())];
      const under = steps.filter((one) => one !== null);
      return under.length === 0 ? null : Math.min(...under);
    },
    behindMs: () =>
      Math.max(0, ...[...running.values()].map(({ behindSince }) => clock() - (behindSince() ?? clock()))),
    stop: async () => {
      controller.abort();
      await done;
    },
  };
}
