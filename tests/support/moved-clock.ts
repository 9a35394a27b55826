/** A clock that a test moves, for code that takes `clock` and `sleep` as arguments. */
export interface MovedClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves when the clock has been moved so far, or when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Moves the clock and wakes the sleepers that are due. */
  readonly advance: (ms: number) => void;
  /** Moves the clock to the time of the next sleeper, and wakes it. */
  readonly next: () => void;
  /** Resolves as soon as code under test sleeps. */
  readonly asleep: () => Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function createMovedClock(startMs: number): MovedClock {
  let now = startMs;
  const sleepers = new Set<Sleeper>();
  const waiting: (() => void)[] = [];
  const moveTo = (time: number): void => {
    now = Math.max(now, time);
    const due = [...sleepers].filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
    for (const { wake } of due) wake();
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper: Sleeper = { at: now + ms, wake };
        if (signal?.aborted === true || ms <= 0) {
          resolve();
          return;
        }
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake);
        for (const resume of waiting.splice(0)) resume();
      }),
    advance: (ms) => moveTo(now + ms),
    next: () => {
      if (sleepers.size > 0) moveTo(Math.min(...[...sleepers].map(({ at }) => at)));
    },
    asleep: () =>
      new Promise((resolve) => {
        if (sleepers.size > 0) resolve();
        else waiting.push(resolve);
      }),
  };
}
