import { RetryableError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';
import { createSignal } from './signal.ts';

export interface PollLoopOptions {
  /** Reads what is new in the tables. */
  readonly read: () => Promise<void>;
  /** Longest time until the next read, milliseconds; asked after each. */
  readonly pollMs: () => number;
  readonly logger: Logger;
  /** What is logged when the tables cannot be read; they are read again. */
  readonly unreadable: string;
}

export interface PollLoop {
  /** Reads now and resolves when that is done. One read after the other: each goes on where the one before ended. */
  readonly refresh: () => Promise<void>;
  /** Reads on until `end`; rejects with the error that ended it. */
  readonly follow: () => Promise<void>;
  /** Says that there is something to read. */
  readonly wake: () => void;
  readonly end: () => void;
  /** Resolves when the read under way is over, however it went. */
  readonly settled: () => Promise<void>;
}

/** Keeps reading what is new: at once when woken, else in intervals. */
export function createPollLoop({ read, pollMs, logger, unreadable }: PollLoopOptions): PollLoop {
  const signal = createSignal();
  const stopping = new AbortController();
  const hasEnded = (): boolean => stopping.signal.aborted;
  let reading: Promise<void> = Promise.resolve();

  const refresh = (): Promise<void> => {
    reading = reading.catch(() => undefined).then(read);
    return reading;
  };

  return {
    refresh,
    follow: async () => {
      while (!hasEnded()) {
        await signal.wait(pollMs());
        // Whoever stops it closes the tables next.
        if (hasEnded()) return;
        try {
          await refresh();
        } catch (error) {
          if (!(error instanceof RetryableError)) throw error;
          logger.warn({ err: error }, unreadable);
        }
      }
    },
    wake: signal.raise,
    end: () => {
      stopping.abort();
      signal.raise();
    },
    settled: () => reading.catch(() => undefined),
  };
}
