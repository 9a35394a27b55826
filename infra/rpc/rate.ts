import { pause } from '../async/async.ts';

/** Requests per second; null is no limit. */
export type Rate = number | null;

export interface RateLimiter {
  /** Resolves when `count` requests may be sent, or when the signal aborts. */
  readonly take: (count: number, signal?: AbortSignal) => Promise<void>;
  /** Time during which no request is sent, milliseconds. */
  readonly holdFor: (ms: number) => void;
}

/** Spreads requests evenly, with a reserve of one second; a batch larger than the reserve delays the one after it. */
export function createRateLimiter(rate: Rate, clock: () => number): RateLimiter {
  let free = 0;
  let heldUntil = 0;
  let before = 0;
  /** Times that are ahead move with a clock that is set back: nothing waits for it to be there again. */
  const readClock = (): number => {
    const now = clock();
    const setBackMs = Math.max(0, before - now);
    free -= setBackMs;
    heldUntil -= setBackMs;
    before = now;
    return now;
  };
  return {
    async take(count, signal) {
      const now = readClock();
      const start = Math.max(now, heldUntil, free - 1000);
      if (rate !== null) free = Math.max(free, start) + (count * 1000) / rate;
      if (start > now) await pause(start - now, signal);
    },
    holdFor(ms) {
      const now = readClock();
      heldUntil = Math.max(heldUntil, now + ms);
    },
  };
}
