import { createDeferred, pause, withTimeout } from '../../async.ts';
import { RetryableError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Death, DeathReason, Host } from './child.ts';
import type { HostLimits } from './limits.ts';
import type { OpenOptions, Pulse } from './messages.ts';
import { residentSize } from './resident-size.ts';
import { createWatch } from './watch.ts';

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

/** A host that is started again whenever it ends. */
export interface SupervisedHost {
  /** Opens the first host. Throws what its opening throws. */
  readonly open: () => Promise<void>;
  /** The host that is open, after at most `waitMs`; throws RetryableError with the reason when there is none. */
  readonly current: (waitMs: number) => Promise<Host>;
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

/** Pauses before the next host, by the number of hosts that ended since the last healthy one; milliseconds. */
const pauses = [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** A host that was open for so long is healthy, milliseconds. */
const healthyMs = 60_000;
/** So many deaths within `healthyMs` are a fault that does not pass by itself. */
const manyDeaths = 5;
/** Time without a host after which the service is not ready, milliseconds. */
const unnoticedMs = 5_000;

export function superviseHost(options: SuperviseOptions): SupervisedHost {
  const { name, limits, logger } = options;
  const stopping = new AbortController();
  const deaths = new Map<DeathReason, number>();
  let host: Host | null = null;
  let openHost: Host | null = null;
  let opened = createDeferred();
  let awaySince: number | null = null;
  let awayMs = 0;
  let cancelled = 0;
  let lastDeath: Death | null = null;
  let recentDeaths: readonly number[] = [];
  let running: Promise<void> = Promise.resolve();
  const listeners: ((reason: DeathReason) => void)[] = [];
  const damageListeners: (() => void)[] = [];
  let openings = 0;
  const isStopping = (): boolean => stopping.signal.aborted;
  const lastReason = (): DeathReason => lastDeath?.reason ?? 'ended';
  const hostThatIsOpen = (): Host | null => openHost;

  const start = async (): Promise<Host> => {
    const started = options.start();
    host = started;
    const opening = started.request({ op: 'open', options: options.open }).reply;
    await withTimeout(opening, limits.openingMs, () => {
      started.kill('pulse');
      throw new RetryableError(`The ${name} did not open within ${limits.openingMs} ms.`);
    });
    return started;
  };

  const watch = (watched: Host): (() => void) => {
    const state = createWatch(limits);
    let damage = 0;
    const onPulse = (pulse: Pulse): void => {
      state.answered(pulse);
      if (pulse.damage > damage) for (const listener of damageListeners) listener();
      damage = pulse.damage;
    };
    const timer = setInterval(() => {
      for (const action of state.tick(performance.now(), residentSize(watched.pid))) {
        if (action.do === 'kill') watched.kill(action.reason);
        else if (action.do === 'cancel') {
          cancelled += 1;
          logger?.warn({ host: name, lane: action.query.lane }, 'a query ran longer than its limit and is cancelled');
          watched.cancel(action.query.request);
        } else {
          watched.request({ op: 'pulse' }).reply.then(
            ({ result }) => onPulse(result as Pulse),
            // Without an answer the pulse is missed.
            () => undefined,
          );
        }
      }
    }, limits.tickMs);
    return () => clearInterval(timer);
  };

  const enter = (next: Host): void => {
    openHost = next;
    if (awaySince !== null) awayMs += performance.now() - awaySince;
    awaySince = null;
    opened.resolve();
    openings += 1;
    if (openings > 1) for (const listener of listeners) listener(lastReason());
  };
  const leave = (death: Death): void => {
    openHost = null;
    awaySince ??= performance.now();
    opened = createDeferred();
    lastDeath = death;
    deaths.set(death.reason, (deaths.get(death.reason) ?? 0) + 1);
    recentDeaths = [...recentDeaths.slice(1 - manyDeaths), performance.now()];
    logger?.warn(
      { host: name, reason: death.reason },
      `the process of the ${name} ended and is started again: ${death.message}`,
    );
  };

  /** Keeps a host open until `close`. */
  const keep = async (first: Host): Promise<void> => {
    let current: Host | null = first;
    let endedInARow = 0;
    for (;;) {
      if (current !== null) {
        const since = performance.now();
        const stopWatch = watch(current);
        enter(current);
        const death = await current.ended;
        stopWatch();
        if (isStopping()) return;
        endedInARow = performance.now() - since > healthyMs ? 0 : endedInARow;
        leave(death);
      }
      await pause(pauses[Math.min(endedInARow, pauses.length - 1)] ?? 0, stopping.signal);
      if (isStopping()) return;
      endedInARow += 1;
      current = await again();
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

  const isFailing = (): boolean => {
    const [oldest] = recentDeaths;
    return recentDeaths.length === manyDeaths && oldest !== undefined && performance.now() - oldest < healthyMs;
  };
  const reason = (): string => lastDeath?.message ?? 'they are not open yet';
  return {
    open: async () => {
      try {
        running = keep(await start());
      } catch (error) {
        host?.kill('closed');
        throw error;
      }
    },
    current: async (waitMs) => {
      if (isStopping()) throw new Error('The tables are closed.');
      if (openHost !== null) return openHost;
      await withTimeout(opened.promise, waitMs, () => undefined);
      if (isStopping()) throw new Error('The tables are closed.');
      const next = hostThatIsOpen();
      if (next === null) throw new RetryableError(`The ${name} are restarted: ${reason()}.`);
      return next;
    },
    finding: () => {
      if (isFailing()) return `ended ${manyDeaths} times within a minute: ${reason()}`;
      const isAway = awaySince !== null && performance.now() - awaySince > unnoticedMs;
      return isAway ? `are restarted: ${reason()}` : null;
    },
    figures: () => ({
      deaths: new Map(deaths),
      cancelled,
      awayMs: awayMs + (awaySince === null ? 0 : performance.now() - awaySince),
    }),
    onReopen: (listener) => {
      listeners.push(listener);
      if (openings > 1) listener(lastReason());
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
