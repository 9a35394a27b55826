import { backOffMs, pause } from './async.ts';
import { RetryableError } from '../errors.ts';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called for every failed attempt; `attempt` counts from 1. */
  readonly onFailure: (error: RetryableError, attempt: number) => void;
  /** A number in [0, 1) for the jitter. */
  readonly random: () => number;
}

const delays = { firstRetryMs: 100, longestRetryMs: 5_000 };

/** Retries `work` while it fails with RetryableError, with jittered exponential back-off and without limit. */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      options.onFailure(error, attempt);
      await pause(backOffMs(delays, attempt, options.random), options.signal);
      if (options.signal.aborted) throw error;
    }
  }
}
