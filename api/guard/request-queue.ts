import { setTimeout as wait } from 'node:timers/promises';
import { overloaded } from '../errors.ts';

export interface RequestQueueOptions {
  /** Whether somebody can be let in now. */
  readonly hasRoom: () => boolean;
  /** Those let in that may be under way at a time. */
  readonly atOnce: number;
  /** Those who may wait; one more is refused. */
  readonly mostWaiting: number;
  /** Who waited longer, milliseconds, is refused. */
  readonly longestWaitMs: number;
}

/** Where requests wait for their turn that would not come again after a refusal. */
export interface RequestQueue {
  /** Does the work when it is its turn; not at all for who has gone by then. Throws the 503. */
  readonly run: (isGone: () => boolean, work: () => Promise<void>) => Promise<void>;
}

/** How soon it is looked again whether there is room, milliseconds. */
const lookMs = 20;

interface Waiting {
  readonly isGone: () => boolean;
  /** It is its turn; or it is not, because it has gone. */
  readonly called: (isTurn: boolean) => void;
}

export function createRequestQueue(options: RequestQueueOptions): RequestQueue {
  const { hasRoom, atOnce, mostWaiting, longestWaitMs } = options;
  /** In the order they came. */
  const waiting = new Set<Waiting>();
  let free = atOnce;

  const letGo = (): void => {
    for (const one of waiting) if (one.isGone()) one.called(false);
  };
  /** False when it has gone without its turn. */
  const turn = async (isGone: () => boolean): Promise<boolean> => {
    if (free > 0) {
      free -= 1;
      return true;
    }
    if (waiting.size >= mostWaiting) letGo();
    if (waiting.size >= mostWaiting) throw overloaded();
    return new Promise<boolean>((resolve, reject) => {
      const one: Waiting = {
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
          await wait(lookMs);
        }
        if (!isGone()) await work();
      } finally {
        handOver();
      }
    },
  };
}
