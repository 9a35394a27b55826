import { backOffMs, pause } from '../../../async/async.ts';
import { RetryableError } from '../../../errors.ts';
import type { ConsumeOptions, Consumption } from '../../log.ts';
import type { KafkaEngine } from './engine.ts';

/** Reads until `signal` aborts. */
export type ReadLoop = (options: ConsumeOptions, signal: AbortSignal) => Promise<void>;

/**
 * Runs a loop as a consumption. It ends when it is stopped, or with the error of a handler, whatever its type. An error of
 * the loop itself ends it unless it is a RetryableError: then the loop restarts, with back-off and without limit.
 */
export function startConsumption(
  { timings, logger }: Pick<KafkaEngine, 'timings' | 'logger'>,
  handlers: ConsumeOptions,
  loop: ReadLoop,
  ended: () => void,
): Consumption {
  const controller = new AbortController();
  const { signal } = controller;
  let failure: { readonly error: unknown } | null = null;

  const guard =
    <A extends readonly unknown[], T>(handler: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await handler(...args);
      } catch (error) {
        failure ??= { error };
        controller.abort();
        throw error;
      }
    };
  const { onCaughtUp, topics, group } = handlers;
  const options: ConsumeOptions = {
    ...handlers,
    startAt: guard(handlers.startAt),
    onChunk: guard(handlers.onChunk),
    ...(onCaughtUp === undefined ? {} : { onCaughtUp: guard(onCaughtUp) }),
  };
  const isAborted = (): boolean => signal.aborted;
  const failureOf = (): { readonly error: unknown } | null => failure;

  const run = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted; ) {
      const begun = performance.now();
      try {
        await loop(options, signal);
      } catch (error) {
        if (failureOf() !== null || isAborted()) break;
        if (!(error instanceof RetryableError)) throw error;
        if (performance.now() - begun > 2 * timings.longestRetryMs) failures = 0;
        failures++;
        logger?.warn({ err: error, failures, topics, group }, 'reading is tried again');
        await pause(backOffMs(timings, failures), signal);
      }
    }
    const failed = failureOf();
    if (failed !== null) throw failed.error;
  };
  const runAndLeave = async (): Promise<void> => {
    try {
      await run();
    } finally {
      ended();
    }
  };
  const done = runAndLeave();
  return {
    done,
    stop: () => {
      controller.abort();
      return done;
    },
  };
}
