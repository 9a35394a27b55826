import { setTimeout as pause } from 'node:timers/promises';
import { withTimeout } from '../../infra/async.ts';

const usualMs = 120_000;

/** The result of `work`. Rejects when it takes longer than two minutes, with the text that `what` returns then. */
export const within = <T>(work: Promise<T>, what: () => string, limitMs = usualMs): Promise<T> =>
  withTimeout<T, never>(work, limitMs, () => {
    throw new Error(`not within ${limitMs / 1_000} s: ${what()}`);
  });

/** Resolves when the condition holds; rejects when it does not within two minutes. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  everyMs = 20,
  limitMs = usualMs,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs / 1_000} s: ${what}`);
    await pause(everyMs);
  }
}
