/**
 * Real time, for tests that need it to state what they state: those of the long suite and of clusters. No test of the default
 * suite reaches this module (`tests/architecture.test.ts`).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { withTimeout } from '../../infra/async/async.ts';

const usualMs = 120_000;

const patience = Math.max(1, Number(process.env['TEST_PATIENCE'] ?? 1));

/** A limit of elapsed time that a test asserts; `TEST_PATIENCE=10` multiplies it, for a machine that is very busy. */
export const withPatience = (ms: number): number => ms * patience;

/** Resolves after so many milliseconds. */
export const pause = (ms: number): Promise<void> => wait(ms);

/** Milliseconds since 1970. */
export const nowMs = (): number => Date.now();

/** Milliseconds since the start of the process, with fractions; it never goes back. */
export const elapsedMs = (): number => performance.now();

/** CPU time of this process, milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** A signal that aborts after so many milliseconds. */
export const abortAfter = (ms: number): AbortSignal => AbortSignal.timeout(ms);

/** Calls a function at an interval; returns the function that ends it. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

/** Calls a function once, later; returns the function that prevents it. */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** The result of `work`. Rejects when it takes longer than two minutes, with the text that `what` returns then. */
export const within = <T>(work: Promise<T>, what: () => string, limitMs = withPatience(usualMs)): Promise<T> =>
  withTimeout<T, never>(work, limitMs, () => {
    throw new Error(`not within ${limitMs / 1_000} s: ${what()}`);
  });

/** Resolves when the condition holds; rejects when it does not within two minutes. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  everyMs = 20,
  limitMs = withPatience(usualMs),
): Promise<void> {
  const deadline = elapsedMs() + limitMs;
  while (!(await holds())) {
    if (elapsedMs() > deadline) throw new Error(`not within ${limitMs / 1_000} s: ${what}`);
    await pause(everyMs);
  }
}
