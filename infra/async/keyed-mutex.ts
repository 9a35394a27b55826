import { createDeferred } from './async.ts';
import { createMutex, type Mutex } from './mutex.ts';

/** Work of one key never overlaps; exclusive work runs while no other work runs. */
export interface KeyedMutex {
  readonly runFor: <T>(key: object, work: () => Promise<T>) => Promise<T>;
  /** Waits for all work under way; work that arrives meanwhile waits for this. */
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>;
}

/** With `concurrent`, work of different keys may overlap; without it, no work overlaps. */
export function createKeyedMutex(concurrent: boolean): KeyedMutex {
  const oneAtATime = createMutex();
  if (!concurrent) return { runFor: (_, work) => oneAtATime(work), runExclusive: oneAtATime };
  const mutexes = new WeakMap<object, Mutex>();
  const inHand = new Set<Promise<unknown>>();
  let closed: Promise<void> | null = null;

  const mutexOf = (key: object): Mutex => {
    const mutex = mutexes.get(key) ?? createMutex();
    mutexes.set(key, mutex);
    return mutex;
  };

  return {
    runFor: (key, work) =>
      mutexOf(key)(async () => {
        while (closed !== null) await closed;
        const working = work();
        inHand.add(working);
        try {
          return await working;
        } finally {
          inHand.delete(working);
        }
      }),
    runExclusive: (work) =>
      oneAtATime(async () => {
        const opened = createDeferred();
        closed = opened.promise;
        try {
          await Promise.allSettled(inHand);
          return await work();
        } finally {
          closed = null;
          opened.resolve();
        }
      }),
  };
}
