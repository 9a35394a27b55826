/**
 * The one limit of elapsed time in the tests: a worker that finishes no test for so long is ended. Also what the runner
 * measures.
 */
import { existsSync, readFileSync } from 'node:fs';

/** Silence after which a worker is ended, ms. `TEST_PATIENCE=10` multiplies it, for a machine that is very busy. */
const patienceMs = 120_000 * Math.max(1, Number(process.env['TEST_PATIENCE'] ?? 1));

/** Time in which a worker whose event loop turns answers, ms. */
const answerMs = 2_000;

export interface Watchdog {
  /** A test, a file or the worker has finished. */
  readonly fed: () => void;
  readonly end: () => void;
}

/**
 * Calls `bite` once after the silence, with its length in seconds.
 *
 * @param factor how many times longer than usual the silence may be
 */
export function startWatchdog(bite: (silentSeconds: number) => void, factor = 1): Watchdog {
  const limitMs = patienceMs * factor;
  const timer = setTimeout(() => bite(limitMs / 1_000), limitMs);
  return {
    // A timer that was cleared does not start again: news of the last test may come after its file has ended.
    fed: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

/** Resolves with the answer, or with null if there is none because the event loop of the worker does not turn. */
export const soon = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), answerMs).unref())]);

/** Starts a stopwatch: the result has the seconds since then. */
export function startStopwatch(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1_000;
}

/** Processor seconds of this process so far, and of those processes that it started and that have ended. */
export function cpuNow(): { readonly own: number; readonly children: number } {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1_000_000, children: childrenCpu() };
}

/** Linux reports it in hundredths of a second. */
function childrenCpu(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const [, after = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user = 0, system = 0] = after.split(' ').slice(13, 15).map(Number);
  return (user + system) / 100;
}
