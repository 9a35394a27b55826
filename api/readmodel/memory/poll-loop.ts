import { RetryableError } from '../../../infra/errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import { createSignal } from './signal.ts';

export interface PollLoopOptions {
  /** Reads the new rows of the tables. */
  readonly read: () => Promise<void>;
  /** Longest time until the next read, milliseconds; evaluated after each read. */
  readonly pollMs: () => number;
  readonly logger: Logger;
  /** Log message if the tables cannot be read; the loop goes on. */
  readonly unreadable: string;
}

export interface PollLoop {
  /** Reads now and resolves afterwards. Reads never overlap: each continues where the previous one ended. */
  readonly refresh: () => Promise<void>;
  /** Begins to read repeatedly, until `end` or `stop`. */
  readonly begin: () => void;
  /** Settles when reading has ended: rejects with the error that ended it. */
  readonly done: Promise<void>;
  /** Reads at once: there are new rows. */
  readonly wake: () => void;
  readonly end: () => void;
  /** Ends the loop and resolves when it has ended, also with an error. */
  readonly stop: () => Promise<void>;
  /** Resolves when the current read has ended, also with an error. */
  readonly settled: () => Promise<void>;
}

/** Longest time until a failed read is repeated, milliseconds. */
const retryMs = 250;

/** Reads new rows at an interval, and at once when woken. */
export function createPollLoop({ read, pollMs, logger, unreadable }: PollLoopOptions): PollLoop {
  const signal = createSignal();
  const stopping = new AbortController();
  const hasEnded = (): boolean => stopping.signal.aborted;
  let reading: Promise<void> = Promise.resolve();
  let failed = false;

  const refresh = (): Promise<void> => {
    reading = reading.catch(() => undefined).then(read);
    return reading;
  };

  const follow = async (): Promise<void> => {
    while (!hasEnded()) {
      await signal.wait(failed ? Math.min(pollMs(), retryMs) : pollMs());
      // The caller that ends the loop closes the tables next.
      if (hasEnded()) return;
      try {
        await refresh();
        failed = false;
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        failed = true;
        logger.warn({ err: error }, unreadable);
      }
    }
  };
  let following: Promise<void> = Promise.resolve();
  const end = (): void => {
    stopping.abort();
    signal.raise();
  };

  return {
    refresh,
    begin: () => {
      following = follow();
      following.catch(() => undefined);
    },
    get done() {
      return following;
    },
    wake: signal.raise,
    end,
    stop: async () => {
      end();
      await following.catch(() => undefined);
    },
    settled: () => reading.catch(() => undefined),
  };
}
