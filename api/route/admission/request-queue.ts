import { setTimeout as wait } from 'node:timers/promises';
import { overloaded } from '../../errors.ts';

export interface RequestQueueOptions {
  /** Whether a request can be admitted now. */
  readonly hasRoom: () => boolean;
  /** Requests in flight at a time. */
  readonly atOnce: number;
  /** Waiting requests; a further one is refused. */
  readonly mostWaiting: number;
  /** A request that waited longer, milliseconds, is refused. */
  readonly longestWaitMs: number;
}

/** A queue for requests whose clients do not retry after a refusal. */
export interface RequestQueue {
  /** Runs the work in its turn, unless the client has disconnected by then. Throws the 503. */
  readonly run: (isGone: () => boolean, work: () => Promise<void>) => Promise<void>;
}

/** Interval between checks for a free slot, milliseconds. */
const checkMs = 20;

interface QueuedRequest {
  readonly isGone: () => boolean;
  /** Ends the wait: with its turn, or without one because the client has disconnected. */
  readonly called: (isTurn: boolean) => void;
}

export function createRequestQueue(options: RequestQueueOptions): RequestQueue {
  const { hasRoom, atOnce, mostWaiting, longestWaitMs } = options;
  /** In the order of arrival. */
  const waiting = new Set<QueuedRequest>();
  let free = atOnce;

  const dropDisconnected = (): void => {
    for (const one of waiting) if (one.isGone()) one.called(false);
  };
  /** False if the client disconnected before its turn. */
  const turn = async (isGone: () => boolean): Promise<boolean> => {
    if (free > 0) {
      free -= 1;
      return true;
    }
    if (waiting.size >= mostWaiting) dropDisconnected();
    if (waiting.size >= mostWaiting) throw overloaded();
    return new Promise<boolean>((resolve, reject) => {
      const one: QueuedRequest = {
        isGone,
        called: (isTurn) => {
          clearTimeout(timer);
          waiting.delete(one);
          resolve(isTurn);
        },
      };
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(overloaded());
      }, longestWaitMs);
      waiting.add(one);
    });
  };
  const handOver = (): void => {
    for (const next of waiting) {
      next.called(true);
      return;
    }
    free += 1;
  };

  return {
    run: async (isGone, work) => {
      const came = performance.now();
      if (!(await turn(isGone))) return;
      try {
        while (!isGone() && !hasRoom()) {
          if (performance.now() - came > longestWaitMs) throw overloaded();
          await wait(checkMs);
        }
        if (!isGone()) await work();
      } finally {
        handOver();
      }
    },
  };
}
