import { createDeferred, pause, withTimeout } from '../../../async/async.ts';
import { RetryableError } from '../../../errors.ts';
import type { Logger } from '../../../logger.ts';
import type { Death, DeathReason, Host } from '../child.ts';
import type { HostLimits } from './limits.ts';
import type { OpenOptions, RunningQuery } from '../wire/messages.ts';
import { createOutages } from './outages.ts';
import { createRestarts } from './restarts.ts';
import { watchHost, watchOpening } from './watch-host.ts';

export interface SuperviseOptions {
  /** For logs and health: `tables`, `analysts`. */
  readonly name: string;
  readonly start: () => Host;
  readonly open: OpenOptions;
  readonly limits: HostLimits;
  readonly logger: Pick<Logger, 'warn'> | null;
}

export interface HostFigures {
  readonly deaths: ReadonlyMap<DeathReason, number>;
  /** Queries cancelled because they ran longer than their limit. */
  readonly cancelled: number;
  /** Time without a host since the first was open, milliseconds. */
  readonly awayMs: number;
}

/** The figures of several hosts, added up. */
export function sumOf(all: readonly HostFigures[]): HostFigures {
  const deaths = new Map<DeathReason, number>();
  for (const one of all)
    for (const [reason, count] of one.deaths) deaths.set(reason, (deaths.get(reason) ?? 0) + count);
  const sum = (of: (one: HostFigures) => number): number => all.reduce((total, one) => total + of(one), 0);
  return { deaths, cancelled: sum((one) => one.cancelled), awayMs: sum((one) => one.awayMs) };
}

/** A host that is started again whenever it ends. */
export interface SupervisedHost {
  /** Opens the first host. Throws what its opening throws, and RetryableError when `signal` ended it. */
  readonly open: (signal?: AbortSignal) => Promise<void>;
  /** The host that is open, after at most `waitMs`; throws RetryableError with the reason when there is none. */
  readonly current: (waitMs: number) => Promise<Host>;
  readonly isOpen: () => boolean;
  /** What is wrong, for `/readyz`; null when nothing is. */
  readonly finding: () => string | null;
  readonly figures: () => HostFigures;
  /** Calls `listener` whenever a later host is open, with why the last one ended; at once if the first is no longer the one. */
  readonly onReopen: (listener: (reason: DeathReason) => void) => void;
  /** Calls `listener` soon after the engine met damaged files. */
  readonly onDamage: (listener: () => void) => void;
  /** Ends the host in good order, or kills it after `closingMs`. */
  readonly close: () => Promise<void>;
}

export function superviseHost(options: SuperviseOptions): SupervisedHost {
  const { name, limits, logger } = options;
  const stopping = new AbortController();
  const outages = createOutages();
  const restarts = createRestarts(limits.longestPauseMs);
  let host: Host | null = null;
  let openHost: Host | null = null;
  let opened = createDeferred();
  let cancelled = 0;
  let running: Promise<void> = Promise.resolve();
  const listeners: ((reason: DeathReason) => void)[] = [];
  const damageListeners: (() => void)[] = [];
  let openings = 0;
  const isStopping = (): boolean => stopping.signal.aborted;
  const hostThatIsOpen = (): Host | null => openHost;

  const start = async (): Promise<Host> => {
    const started = options.start();
    host = started;
    const opening = started.request({ op: 'open', options: options.open }).reply;
    const stopWatch = watchOpening(started, limits);
    try {
      await withTimeout(opening, limits.openingMs, () => {
        started.kill('pulse');
        throw new RetryableError(`The ${name} did not open within ${limits.openingMs} ms.`);
      });
    } finally {
      stopWatch();
    }
    return started;
  };

  const onCancel = ({ lane }: RunningQuery): void => {
    cancelled += 1;
    logger?.warn({ host: name, lane }, 'a query ran longer than its limit and is cancelled');
  };
  const onDamage = (): void => {
    for (const listener of damageListeners) listener();
  };
  const enter = (next: Host): void => {
    openHost = next;
    outages.opened(performance.now());
    opened.resolve();
    openings += 1;
    if (openings > 1) for (const listener of listeners) listener(outages.lastReason());
  };
  const leave = (death: Death): void => {
    openHost = null;
    opened = createDeferred();
    outages.ended(death, performance.now());
    logger?.warn(
      { host: name, reason: death.reason },
      `the process of the ${name} ended and is started again: ${death.message}`,
    );
  };

  /** Resolves with the time that the host was open when it ended, milliseconds; null when it never was. */
  const serve = async (next: Host | null): Promise<number | null> => {
    if (next === null) return null;
    const since = performance.now();
    const stopWatch = watchHost(next, limits, { onCancel, onDamage });
    enter(next);
    const death = await next.ended;
    stopWatch();
    if (!isStopping()) leave(death);
    return performance.now() - since;
  };
  /** Keeps a host open until `close`. */
  const keep = async (first: Host): Promise<void> => {
    for (let next: Host | null = first; !isStopping(); next = await again()) {
      const openMs = await serve(next);
      await pause(restarts.ended(openMs), stopping.signal);
      if (isStopping()) return;
    }
  };
  /** The next host; null when it could not be opened. */
  const again = async (): Promise<Host | null> => {
    try {
      return await start();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      host?.kill('closed');
      if (!isStopping()) leave({ reason: 'ended', message });
      return null;
    }
  };

  return {
    open: async (signal) => {
      const abort = (): void => host?.kill('closed');
      signal?.addEventListener('abort', abort);
      try {
        const first = start();
        if (signal?.aborted === true) abort();
        running = keep(await first);
      } catch (error) {
        host?.kill('closed');
        throw error;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    current: async (waitMs) => {
      if (isStopping()) throw new Error('The tables are closed.');
      if (openHost !== null) return openHost;
      await withTimeout(opened.promise, waitMs, () => undefined);
      if (isStopping()) throw new Error('The tables are closed.');
      const next = hostThatIsOpen();
      if (next === null) throw new RetryableError(`The ${name} are restarted: ${outages.reason()}.`);
      return next;
    },
    isOpen: () => openHost !== null && !isStopping(),
    finding: () => outages.finding(performance.now()),
    figures: () => ({ deaths: outages.deaths(), cancelled, awayMs: outages.awayMs(performance.now()) }),
    onReopen: (listener) => {
      listeners.push(listener);
      if (openings > 1) listener(outages.lastReason());
    },
    onDamage: (listener) => void damageListeners.push(listener),
    close: async () => {
      if (isStopping()) return;
      stopping.abort();
      opened.resolve();
      const last = host;
      if (last !== null) {
        const closing = last.request({ op: 'close' }).reply.then(
          () => undefined,
          () => undefined,
        );
        await withTimeout(closing, limits.closingMs, () => undefined);
        last.kill('closed');
        await last.ended;
      }
      await running;
    },
  };
}
