/** A clock, and calls of `tick` until the returned function is called. */
export interface Ticker {
  /** Monotonic, milliseconds. */
  readonly now: () => number;
  readonly start: (tick: () => void, everyMs: number) => () => void;
}

export const systemTicker: Ticker = {
  now: () => performance.now(),
  start: (tick, everyMs) => {
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  },
};

/** A tick may come later than that many intervals, and counts as so many then. */
const latestTicks = 2;

/**
 * Time that a tick stands for, milliseconds. On a busy machine ticks come late, and time has passed; after a suspension of the
 * machine, or of this process, one tick comes very late, and nothing has become late by it.
 * @param tookMs time since the last tick
 */
export const tickTime = (tickMs: number, tookMs: number): number => Math.min(tookMs, tickMs * latestTicks);
