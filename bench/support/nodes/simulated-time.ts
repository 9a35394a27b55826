/** A clock that jumps from one timer to the next once no work is under way. */
export interface SimulatedTime {
  readonly clock: () => number;
  /** Resolves early, without error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Counts a piece of real work, such as a file that is written: time stands still while it lasts. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Lets time pass until `end`, milliseconds since the epoch. */
  readonly runUntil: (end: number) => Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly resolve: () => void;
}

export function createSimulatedTime(start: number): SimulatedTime {
  let now = start;
  let working = 0;
  const timers = new Set<Timer>();
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < 3; quiet = working === 0 ? quiet + 1 : 0) await turn();
  };
  return {
    clock: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve();
          return;
        }
        const end = (): void => {
          timers.delete(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = { at: now + Math.max(0, milliseconds), resolve: end };
        timers.add(timer);
        signal.addEventListener('abort', end, { once: true });
      }),
    during: async (work) => {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
      }
    },
    runUntil: async (end) => {
      for (;;) {
        await settled();
        const next = [...timers].reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
        if (next > end) break;
        now = Math.max(now, next);
        for (const timer of [...timers]) if (timer.at <= now) timer.resolve();
      }
      now = Math.max(now, end);
    },
  };
}
