import { pause } from '../../infra/async/async.ts';
import type { Config } from '../../infra/config/config.ts';
import { RetryableError } from '../../infra/errors.ts';
import { answerMs, refreshCaches } from './tables-client.ts';

const retryMs = 200;
/** Also close to the deadline, an API that runs has time to answer; milliseconds. */
const leastAnswerMs = 1_000;

/**
 * Refreshes the caches of a running API, again while it cannot read its tables: during a repair they are filled from the log.
 *
 * @param deadline time of `clock` after which the last RetryableError is thrown
 */
export async function untilRefreshed(
  config: Config,
  {
    deadline,
    clock,
    sleep = pause,
  }: { readonly deadline: number; readonly clock: () => number; readonly sleep?: (ms: number) => Promise<void> },
): Promise<void> {
  for (;;) {
    try {
      await refreshCaches(config, Math.min(answerMs, Math.max(leastAnswerMs, deadline - clock())));
      return;
    } catch (error) {
      if (!(error instanceof RetryableError) || clock() > deadline) throw error;
    }
    await sleep(retryMs);
  }
}
