import { setTimeout as wait } from 'node:timers/promises';
import { overloaded } from '../errors.ts';

export interface WaitingRoomOptions {
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
export interface WaitingRoom {
  /** Does the work when it is its turn; not at all for who has gone by then. Throws the 503. */
  readonly run: (isGone: () => boolean, work: () => Promise<void>) => Promise<void>;
}

/** How soon it is looked again whether there is room, milliseconds. */
const lookMs = 20;

export function createWaitingRoom(options: WaitingRoomOptions): WaitingRoom {
  const { hasRoom, atOnce, mostWaiting, longestWaitMs } = options;
  const waiting: (() => void)[] = [];
  let free = atOnce;

  const turn = async (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw overloaded();
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const handOver = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return {
    run: async (isGone, work) => {
      const came = performance.now();
      await turn();
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
