import { setTimeout as pause } from 'node:timers/promises';
import type { KafkaTimings } from './kafka-options.ts';

/** Waits before attempt `failures` + 1: doubling, jittered, at most `longestRetryMs`; not at all once aborted. */
export async function backOff(
  { firstRetryMs, longestRetryMs }: Pick<KafkaTimings, 'firstRetryMs' | 'longestRetryMs'>,
  failures: number,
  signal: AbortSignal,
): Promise<void> {
  const ceiling = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 16));
  await rest(ceiling / 2 + (ceiling / 2) * Math.random(), signal);
}

/** Waits, or returns early when aborted. */
export async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(milliseconds, undefined, { signal });
  } catch {
    // Aborted: the caller checks the signal.
  }
}

/** Waits for something, but not longer than so many milliseconds. */
export async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const limit = new AbortController();
  await Promise.race([work, rest(ms, limit.signal)]);
  limit.abort();
}
