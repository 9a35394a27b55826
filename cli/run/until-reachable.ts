import { RetryableError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';
import { pause } from '../../infra/retry.ts';

const firstPauseMs = 200;
const longestPauseMs = 5_000;

/**
 * Opens what may not be there yet, as when all processes of a cluster are started at once. Null when `signal` ended the
 * wait; errors that waiting does not mend are thrown.
 */
export async function untilReachable<T>(
  open: () => Promise<T>,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<T | null> {
  let said = '';
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      if (error.message !== said) logger.warn(`${error.message}; waiting`);
      said = error.message;
    }
    await pause(pauseMs, signal);
  }
  return null;
}
