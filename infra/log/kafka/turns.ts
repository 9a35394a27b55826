import { createMutex, type Mutex } from '../../mutex.ts';

/** Who may work when: what belongs to one thing never overlaps, and some work is done while nothing else is. */
export interface Turns {
  readonly of: <T>(owner: object, work: () => Promise<T>) => Promise<T>;
  /** Waits for all work in hand; what comes meanwhile waits for this. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** With `sideBySide` only the work of one owner takes turns; without, all does. */
export function createTurns(sideBySide: boolean): Turns {
  const oneAtATime = createMutex();
  if (!sideBySide) return { of: (_, work) => oneAtATime(work), alone: oneAtATime };
  const mutexes = new WeakMap<object, Mutex>();
  const inHand = new Set<Promise<unknown>>();
  let closed: Promise<void> | null = null;

  const mutexOf = (owner: object): Mutex => {
    const mutex = mutexes.get(owner) ?? createMutex();
    mutexes.set(owner, mutex);
    return mutex;
  };

  return {
    of: (owner, work) =>
      mutexOf(owner)(async () => {
        while (closed !== null) await closed;
        const working = work();
        inHand.add(working);
        try {
          return await working;
        } finally {
          inHand.delete(working);
        }
      }),
    alone: (work) =>
      oneAtATime(async () => {
        let open: () => void = () => undefined;
        closed = new Promise((resolve) => {
          open = resolve;
        });
        try {
          await Promise.allSettled(inHand);
          return await work();
        } finally {
          closed = null;
          open();
        }
      }),
  };
}
