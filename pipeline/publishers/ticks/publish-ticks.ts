/** Begins each day of UTC with a tick in every partition of the observations. */
import { createDeferred } from '../../../infra/async/async.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { RunningProcessor } from '../../runtime/role.ts';
import type { TrustedClock } from './clock-trust.ts';
import { dayOf, planTicks, type Tick, type TickAlarm } from './plan-ticks.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** How the days go, for status and metrics. */
export interface TicksHealth {
  /** Whether this process writes them: in a cluster, one publisher does. */
  readonly owned: boolean;
  /** The day that began last, as 2026-03-01; null before the first. */
  readonly lastDay: string | null;
  readonly alarm: TickAlarm | null;
  /** Why no day begins, as a sentence; null while days begin. */
  readonly message: string | null;
}

export interface TicksOptions {
  readonly clock: () => number;
  /** The newest tick of each partition in log order. */
  readonly newest: () => Promise<readonly (Tick | null)[]>;
  /** Appends a tick to partitions, durably. */
  readonly append: (tick: Tick, partitions: readonly number[]) => Promise<void>;
  readonly trusted: TrustedClock;
  readonly isOwned?: () => boolean;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly logger: Pick<Logger, 'warn' | 'info' | 'error'>;
  readonly onHealth: (health: TicksHealth) => void;
}

/** Interval between two checks of the day, ms. */
const checkMs = 15_000;

/** One check: appends the days that begin, each after the one before is durable. */
export async function beginDays(
  options: Pick<TicksOptions, 'clock' | 'newest' | 'append' | 'trusted'>,
): Promise<TicksHealth> {
  const { clock, newest, append, trusted } = options;
  const now = clock();
  const { ticks, last, alarm, isVouched } = planTicks({ newest: await newest(), now, trust: trusted.trust() });
  if (isVouched) trusted.vouch();
  for (const { tick, partitions } of ticks) await append(tick, partitions);
  const message = alarm === null ? null : alarmText(alarm, last, now);
  return { owned: true, lastDay: last === null ? null : isoDay(last), alarm, message };
}

export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Why no day begins, as a sentence without its full stop. */
export function alarmText(alarm: TickAlarm, last: number | null, now: number): string {
  const [today, after] = [isoDay(dayOf(now)), isoDay(last ?? 0)];
  switch (alarm) {
    case 'before_last':
      return `the clock shows ${today}, but ${after} has begun already`;
    case 'unconfirmed':
      return `the clock shows ${today}, more than 7 days after ${after}, and no other host confirms it`;
    case 'doubted':
      return `the clock shows ${today}, after ${after}, but it jumped, or other hosts state another time`;
  }
}

export interface RunningTicks extends RunningProcessor {
  /** Resolves after the first check. */
  readonly begun: Promise<void>;
}

/** Checks the day until stopped. A log that is out of reach is tried again at the next check. */
export function publishTicks(options: TicksOptions): RunningTicks {
  const { clock, isOwned = () => true, sleep, logger, onHealth } = options;
  const stopping = new AbortController();
  const first = createDeferred();
  let begun: number | null = null;
  let alarm: TickAlarm | null = null;
  const check = async (): Promise<void> => {
    if (!isOwned()) {
      begun = null;
      onHealth({ owned: false, lastDay: null, alarm: null, message: null });
      return;
    }
    if (begun === dayOf(clock())) return;
    const health = await beginDays(options);
    const today = isoDay(dayOf(clock()));
    begun = health.alarm === null && health.lastDay !== null && health.lastDay >= today ? dayOf(clock()) : null;
    if (health.alarm !== null && health.alarm !== alarm) {
      logger.error({ reason: health.message }, 'no day begins until the clock is right, or ticks resume');
    }
    ({ alarm } = health);
    onHealth(health);
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await check().catch((error: unknown) => {
        if (!(error instanceof RetryableError)) throw error;
        logger.warn({ err: error }, 'the days are checked again soon');
      });
      first.resolve();
      await sleep(checkMs, stopping.signal);
    }
  };
  const done = run();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await done;
  };
  return { name: 'ticks', stop, done, begun: Promise.race([first.promise, done]) };
}
