/** A time limit that does not count the waits between requests. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Runs work whose time does not count. */
  readonly paused: (work: () => Promise<void>) => Promise<void>;
  /** Releases the timer. */
  readonly end: () => void;
}

export function createDeadline(milliseconds: number): Deadline {
  const controller = new AbortController();
  let left = milliseconds;
  let since = performance.now();
  let timer: NodeJS.Timeout | null = null;
  const run = (): void => {
    since = performance.now();
    timer = setTimeout(() => controller.abort(new Error('the time limit has passed')), left).unref();
  };
  const halt = (): void => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    left = Math.max(0, left - (performance.now() - since));
  };
  run();
  return {
    signal: controller.signal,
    paused: async (work) => {
      halt();
      try {
        await work();
      } finally {
        run();
      }
    },
    end: halt,
  };
}
