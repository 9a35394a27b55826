/**
 * The one limit of elapsed time in the tests: a worker that finishes no test for so long is ended. Also what the runner
 * measures.
 */
import type { Cpu } from '../runner/messages.ts';
import { cpuOfDescendants } from './process-times.ts';

/** Silence after which a worker is ended, ms. `TEST_PATIENCE=10` multiplies it, for a machine that is very busy. */
const patienceMs = 120_000 * Math.max(1, Number(process.env['TEST_PATIENCE'] ?? 1));

/** Time in which a worker whose event loop turns answers, ms. */
const answerMs = 2_000;

export interface Watchdog {
  /** A test, a file or the worker has finished. */
  readonly fed: () => void;
  readonly end: () => void;
}

/** However busy the machine is, a worker is ended after so many times the silence. */
const mostTimes = 10;

/** Time between two readings of what the worker waited for a core, ms. */
const stepMs = 5_000;

export interface WatchdogOptions {
  /** How many times longer than usual the silence may be. */
  readonly factor?: number;
  /** Milliseconds so far for which the worker and its children were ready to run, and had no core: they are no silence. */
  readonly starvedMs?: () => number;
}

/** Calls `bite` once after the silence, with the seconds that have passed. */
export function startWatchdog(
  bite: (silentSeconds: number) => void,
  { factor = 1, starvedMs = () => 0 }: WatchdogOptions = {},
): Watchdog {
  const limitMs = patienceMs * factor;
  let [passedMs, silentMs] = [0, 0];
  let [readAt, starvedBefore] = [performance.now(), starvedMs()];
  let timer = setTimeout(read, Math.min(stepMs, limitMs));

  function read(): void {
    const [now, starved] = [performance.now(), starvedMs()];
    const stepped = now - readAt;
    passedMs += stepped;
    // Several threads may have waited at once, and those that have ended do not count any more.
    silentMs += stepped - Math.min(stepped, Math.max(0, starved - starvedBefore));
    [readAt, starvedBefore] = [now, starved];
    if (silentMs < limitMs && passedMs < limitMs * mostTimes) {
      timer = setTimeout(read, Math.max(1, Math.min(stepMs, limitMs - silentMs)));
      return;
    }
    bite(Math.round(passedMs / 1_000));
  }

  return {
    // Only numbers: news of the last test may come after its file has ended, and starts no timer.
    fed: () => {
      [passedMs, silentMs, readAt] = [0, 0, performance.now()];
    },
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

/** Processor seconds of this process so far, of the processes that it started and that have ended, and of those that run. */
export function cpuNow(): Cpu {
  const { user, system } = process.cpuUsage();
  const { ended, running } = cpuOfDescendants(process.pid);
  return { own: (user + system) / 1_000_000, children: ended, shared: running };
}

/** What was computed between two readings. A process that ran on for earlier files, and has ended since, counts
 * what it took since; one whose parent did not see its end counts nothing. */
export function cpuBetween(before: Cpu, now: Cpu): Cpu {
  const running = now.shared - before.shared;
  const children = Math.max(0, now.children - before.children + Math.min(0, running));
  return { own: now.own - before.own, children, shared: Math.max(0, running) };
}
