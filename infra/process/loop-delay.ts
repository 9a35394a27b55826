import { createHistogram } from 'node:perf_hooks';

export interface LoopDelay {
  /** Median delay of the timers of the last second, of the last five where a second has fewer, milliseconds. */
  readonly medianMs: () => number;
  /** Call it when a request arrives: delays are measured often until a second passes without requests. */
  readonly arrived: () => void;
  /** Forgets the delays so far: those of a start delay no request. */
  readonly begin: () => void;
  /** Delays since the last call, seconds; zeros if none was measured. */
  readonly take: () => DelaySummary;
  readonly stop: () => void;
}

export interface DelaySummary {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly stddev: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** Intervals of the timer while requests arrive, and else: each wakes an idle processor. Milliseconds. */
const busyMs = 20;
const idleMs = 200;
const windowMs = 1_000;
/** Fewest delays of a median: a turn that is longer than the window leaves no other delay in it. */
const fewestDelays = 5;
const microsecondsPerMs = 1_000;
const microsecondsPerSecond = 1e6;

/**
 * Measures how late timers are. The median ignores a single long turn, because nothing waits long behind it.
 *
 * @param now monotonic, milliseconds
 */
export function measureLoopDelay(now: () => number = () => performance.now()): LoopDelay {
  const recent = createHistogram();
  const sinceTaken = createHistogram();
  let medianMs = 0;
  let timer: NodeJS.Timeout | null = null;
  let everyMs = idleMs;
  let dueAt = 0;
  let windowEndsAt = now() + windowMs;
  let lastArrival = Number.NEGATIVE_INFINITY;

  const schedule = (): void => {
    if (timer !== null) clearInterval(timer);
    dueAt = now() + everyMs;
    timer = setInterval(measure, everyMs);
    timer.unref();
  };
  const measure = (): void => {
    const at = now();
    // A histogram has whole numbers from 1 on.
    const late = 1 + Math.max(0, Math.round((at - dueAt) * microsecondsPerMs));
    recent.record(late);
    sinceTaken.record(late);
    dueAt = at + everyMs;
    if (at < windowEndsAt || recent.count < fewestDelays) return;
    medianMs = (recent.percentile(50) - 1) / microsecondsPerMs;
    recent.reset();
    windowEndsAt = at + windowMs;
    if (everyMs === busyMs && at - lastArrival >= windowMs) {
      everyMs = idleMs;
      schedule();
    }
  };
  schedule();
  return {
    medianMs: () => medianMs,
    arrived: () => {
      lastArrival = now();
      if (everyMs === busyMs || timer === null) return;
      everyMs = busyMs;
      schedule();
    },
    begin: () => {
      medianMs = 0;
      recent.reset();
      windowEndsAt = now() + windowMs;
    },
    take: () => {
      const summary = summaryOf(sinceTaken);
      sinceTaken.reset();
      return summary;
    },
    stop: () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}

function summaryOf(histogram: ReturnType<typeof createHistogram>): DelaySummary {
  if (histogram.count === 0) return { min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p90: 0, p99: 0 };
  const seconds = (microseconds: number): number => microseconds / microsecondsPerSecond;
  return {
    min: seconds(histogram.min - 1),
    max: seconds(histogram.max - 1),
    mean: seconds(histogram.mean - 1),
    stddev: seconds(histogram.stddev),
    p50: seconds(histogram.percentile(50) - 1),
    p90: seconds(histogram.percentile(90) - 1),
    p99: seconds(histogram.percentile(99) - 1),
  };
}
