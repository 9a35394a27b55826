import { RetryableError } from '../errors.ts';

export interface WorkQueue<W> {
  /** Runs the job with a free worker, in the order of arrival. */
  readonly run: <R>(job: (worker: W) => Promise<R>) => Promise<R>;
  /** Rejects further jobs; resolves when all accepted ones are done. */
  readonly close: () => Promise<void>;
}

/**
 * Gives each worker (a connection) one job at a time. A connection runs one query at a time anyway, and a query that waits
 * inside the engine would occupy a thread of libuv's pool, which files and DNS need.
 * @param maxWaiting jobs that may wait; a further one is rejected with a RetryableError
 * @param longestWaitMs a job that waited longer is rejected instead of started, because its client has given up
 */
export const workQueue = <W>(
  workers: readonly W[],
  maxWaiting: number,
  longestWaitMs: number = Number.POSITIVE_INFINITY,
): WorkQueue<W> => {
  const idle = [...workers];
  const waiting: ((worker: W) => void)[] = [];
  const running = new Set<Promise<unknown>>();
  let closed = false;

  const acquire = (): Promise<W> => {
    const worker = idle.pop();
    if (worker !== undefined) return Promise.resolve(worker);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (worker: W): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
  };
  const perform = async <R>(job: (worker: W) => Promise<R>): Promise<R> => {
    const askedAt = performance.now();
    const worker = await acquire();
    try {
      if (performance.now() - askedAt > longestWaitMs) {
        throw new RetryableError(`The tables are busy: a query waited more than ${longestWaitMs} ms.`);
      }
      return await job(worker);
    } finally {
      release(worker);
    }
  };

  return {
    run: async (job) => {
      if (closed) throw new Error('The tables are closed.');
      if (idle.length === 0 && waiting.length >= maxWaiting) {
        throw new RetryableError(`The tables are busy: ${maxWaiting} queries wait already.`);
      }
      const work = perform(job);
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    close: async () => {
      closed = true;
      await Promise.allSettled(running);
    },
  };
};
