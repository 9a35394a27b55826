import { RetryableError } from './errors.ts';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called for every failed attempt; `attempt` counts from 1. */
  readonly onFailure: (error: RetryableError, attempt: number) => void;
  /** A number in [0, 1) for the jitter. */
  readonly random: () => number;
}

const firstDelayMs = 50;
const longestDelayMs = 5_000;

/** Retries `work` while it fails with RetryableError, with jittered exponential back-off and without limit. */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      options.onFailure(error, attempt);
      const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt, 10));
      await pause(ceiling / 2 + (ceiling / 2) * options.random(), options.signal);
      if (options.signal.aborted) throw error;
    }
  }
}

/** Waits, or returns early when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
