import { RetryableError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';
import { pause } from '../../infra/async/async.ts';

const firstPauseMs = 200;
const longestPauseMs = 5_000;

/**
 * Repeats `open` until its engine is reachable, for processes of a cluster that start at the same time. Returns null
 * when `signal` ended the wait; throws errors that are not retryable.
 */
export async function untilReachable<T>(
  open: () => Promise<T>,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<T | null> {
  let lastWarning = '';
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      if (error.message !== lastWarning) logger.warn(`${error.message}; waiting`);
      lastWarning = error.message;
    }
    await pause(pauseMs, signal);
  }
  return null;
}
