import { setMaxListeners } from 'node:events';

/** Calls `run` after `ms`; the result cancels it. */
export type StartTimer = (run: () => void, ms: number) => () => void;

/** The timer keeps the process alive: a command must not end while it waits for another machine. */
const systemTimer: StartTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export interface DeadlineOptions {
  /** Aborts the work sooner. */
  readonly signal?: AbortSignal | undefined;
  readonly startTimer?: StartTimer | undefined;
}

/** A time limit of its own for work that another machine can keep from ending. It does not count the waits between requests. */
export interface Deadline {
  /** Aborts once the limit has passed, or with the signal of the caller. */
  readonly signal: AbortSignal;
  readonly hasPassed: () => boolean;
  /** The result of work. Rejects with `EndedEarly` as soon as the signal aborts, even if the work continues. */
  readonly within: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs work whose time does not count. */
  readonly paused: (work: () => Promise<void>) => Promise<void>;
  /** Releases the timer and aborts the signal of work that still runs. */
  readonly end: () => void;
}

/** The limit has passed, or the caller gave the work up. */
class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
  readonly code = 'ABORT_ERR';
}

export function createDeadline(
  milliseconds: number,
  { signal, startTimer = systemTimer }: DeadlineOptions = {},
): Deadline {
  const controller = new AbortController();
  let hasPassed = false;
  let left = milliseconds;
  let since = performance.now();
  let cancel: (() => void) | null = null;
  const abort = (): void => controller.abort(new EndedEarly('given up'));
  const expire = (): void => {
    hasPassed = true;
    controller.abort(new EndedEarly('the time limit has passed'));
  };
  const run = (): void => {
    since = performance.now();
    cancel = startTimer(expire, left);
  };
  const halt = (): void => {
    if (cancel === null) return;
    cancel();
    cancel = null;
    left = Math.max(0, left - (performance.now() - since));
  };
  run();
  // One signal of a caller serves many exchanges at a time.
  if (signal !== undefined) setMaxListeners(0, signal);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  return {
    signal: controller.signal,
    hasPassed: () => hasPassed,
    within: (work) => unlessAborted(controller.signal, work),
    paused: async (work) => {
      halt();
      try {
        await work();
      } finally {
        if (!controller.signal.aborted) run();
      }
    },
    end: () => {
      halt();
      signal?.removeEventListener('abort', abort);
      controller.abort(new EndedEarly('over'));
    },
  };
}

/** The result of work. Rejects with the reason of the signal as soon as it aborts; what the work does later is ignored. */
export function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => reject(signal.reason as Error);
    if (signal.aborted) {
      refuse();
      return;
    }
    signal.addEventListener('abort', refuse, { once: true });
    const settled = (): void => signal.removeEventListener('abort', refuse);
    const working = work();
    working.then(resolve, reject);
    working.then(settled, settled);
  });
}
