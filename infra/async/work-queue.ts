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
 * @param longestWaitMs a job that waited as long is rejected, because its client has given up, even if no worker is ever free
 */
export const workQueue = <W>(
  workers: readonly W[],
  maxWaiting: number,
  longestWaitMs: number = Number.POSITIVE_INFINITY,
): WorkQueue<W> => {
  const idle = [...workers];
  const waiting = new Set<(worker: W) => void>();
  const running = new Set<Promise<unknown>>();
  let closed = false;

  const acquire = (): Promise<W> => {
    const worker = idle.pop();
    if (worker !== undefined) return Promise.resolve(worker);
    return new Promise((resolve, reject) => {
      const start = (free: W): void => {
        clearTimeout(timer);
        resolve(free);
      };
      const giveUp = (): void => {
        waiting.delete(start);
        reject(new RetryableError(`The tables are busy: a query waited more than ${longestWaitMs} ms.`));
      };
      const timer = Number.isFinite(longestWaitMs) ? setTimeout(giveUp, longestWaitMs) : undefined;
      waiting.add(start);
    });
  };
  const release = (worker: W): void => {
    const [next] = waiting;
    if (next === undefined) {
      idle.push(worker);
      return;
    }
    waiting.delete(next);
    next(worker);
  };
  const perform = async <R>(job: (worker: W) => Promise<R>): Promise<R> => {
    const worker = await acquire();
    try {
      return await job(worker);
    } finally {
      release(worker);
    }
  };

  return {
    run: async (job) => {
      if (closed) throw new Error('The tables are closed.');
      if (idle.length === 0 && waiting.size >= maxWaiting) {
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
