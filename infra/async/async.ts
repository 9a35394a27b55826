/** Timeouts, pauses, back-off and deferred promises. */

const timedOut = Symbol('timed out');

/**
 * The result of `work`, or that of `expired`, which may throw, once `limitMs` have passed or `signal` aborts. The work itself
 * continues, and its later rejection is ignored. A result that has arrived when the limit passes is the result.
 */
export async function withTimeout<T, E>(
  work: Promise<T>,
  limitMs: number,
  expired: () => E,
  signal?: AbortSignal,
): Promise<T | E> {
  let timer: NodeJS.Timeout | undefined;
  let expire: () => void = () => undefined;
  const limit = new Promise<typeof timedOut>((resolve) => {
    expire = () => resolve(timedOut);
    // After a stall of this process the timer runs before what arrived meanwhile is read: a turn lets it be read first.
    timer = setTimeout(() => setImmediate(expire), limitMs);
    signal?.addEventListener('abort', expire);
    if (signal?.aborted === true) expire();
  });
  try {
    const result = await Promise.race([work, limit]);
    return result === timedOut ? expired() : result;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', expire);
  }
}

/** Resolves after `ms`, or at once when the signal aborts; never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}

/** Delays of retries, milliseconds. */
export interface BackOff {
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

/**
 * Delay before attempt `failures` + 1: it doubles with each failure up to `longestRetryMs`; up to half of it is random.
 * `random` returns a number in [0, 1).
 */
export function backOffMs(
  { firstRetryMs, longestRetryMs }: BackOff,
  failures: number,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 16));
  return ceiling / 2 + (ceiling / 2) * random();
}

/** A promise with its resolve and reject functions. */
export interface DeferredPromise<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export function createDeferred<T = void>(): DeferredPromise<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
