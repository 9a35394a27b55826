/**
 * Waiting without a clock: a condition is computed again after what could have changed it. There is no limit; the runner ends
 * a test that waits in vain, and prints what it waited for.
 */
import { createHook, executionAsyncId } from 'node:async_hooks';
import { type FSWatcher, watch } from 'node:fs';

/** The message about what a process waits for now. */
export interface PendingConditions {
  readonly pending: readonly string[];
}

interface WaitingCondition {
  readonly what: string;
  /** Something has happened since the condition was last computed. */
  isDue: boolean;
  isComputing: boolean;
  readonly compute: () => void;
}

const waiting = new Set<WaitingCondition>();
/** Callbacks that the computation of a condition has caused; they do not start another computation. */
const own = new Set<number>();
let isOwn = false;

const hook = createHook({
  init: (id) => {
    if (isOwn || own.has(executionAsyncId())) own.add(id);
  },
  after: (id) => {
    if (own.has(id)) return;
    for (const one of waiting) {
      one.isDue = true;
      if (!one.isComputing) compute(one);
    }
  },
});

/** Starts the computation in the next turn, so that all callbacks of this one are seen by a single computation. */
function compute(one: WaitingCondition): void {
  one.isComputing = true;
  isOwn = true;
  process.nextTick(one.compute);
  isOwn = false;
}

/**
 * Resolves when the condition holds. It is computed now, then after callbacks of this process: timers, messages of threads,
 * output of child processes, answers, commits. What other processes commit to LMDB below `directory` counts as well.
 *
 * @param what what is awaited, for the message about a test that does not end
 * @throws what the condition throws
 */
export async function reached(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { directory }: { readonly directory?: string } = {},
): Promise<void> {
  const watcher = directory === undefined ? null : watchCommits(directory);
  try {
    await new Promise<void>((resolve, reject) => {
      const one: WaitingCondition = {
        what,
        isDue: true,
        isComputing: false,
        compute: () => {
          one.isDue = false;
          const decide = (isReached: boolean): void => {
            one.isComputing = false;
            if (isReached) finish(resolve);
            else if (one.isDue && waiting.has(one)) compute(one);
          };
          const fail = (error: unknown): void =>
            finish(() => reject(error instanceof Error ? error : new Error(String(error))));
          try {
            const result = holds();
            if (typeof result === 'boolean') decide(result);
            else result.then(decide, fail);
          } catch (error) {
            fail(error);
          }
        },
      };
      const finish = (settle: () => void): void => {
        waiting.delete(one);
        if (waiting.size === 0) {
          hook.disable();
          own.clear();
        }
        report();
        settle();
      };
      waiting.add(one);
      hook.enable();
      report();
      compute(one);
    });
  } finally {
    watcher?.close();
  }
}

/** LMDB writes its pages with `pwrite`, and the page that makes them visible last: the last event comes after the commit. */
const watchCommits = (directory: string): FSWatcher => watch(directory, { recursive: true });

/** What is awaited now. */
export const pendingConditions = (): readonly string[] => [...waiting].map(({ what }) => what);

const report = (): void => void process.send?.({ pending: pendingConditions() } satisfies PendingConditions);
