/**
 * A clock that a test moves, in place of the timers and clocks of this process. For code that takes no clock as an argument;
 * sockets, files and processes stay real.
 */
import { syncBuiltinESMExports } from 'node:module';
import { type Clock, install } from '@sinonjs/fake-timers';

export interface VirtualTime {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Moves the clock; timers run in order, and what they start goes on between them. */
  readonly advance: (ms: number) => Promise<void>;
  /**
   * Moves the clock as if the event loop stalled: timers that became due run before anything that arrived meanwhile is read.
   *
   * @param meanwhile makes what arrives
   */
  readonly stall: (ms: number, meanwhile: () => void) => Promise<void>;
  /** Moves the clock to the next timer that is due, and runs it. */
  readonly next: () => Promise<void>;
  /** Moves the clock a millisecond a turn of the event loop until the work is done; what it asks of sockets goes on meanwhile. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Number of timers that wait. */
  readonly timers: () => number;
  /** Puts the real clock back. */
  readonly end: () => void;
}

/** Runs a test on a clock of its own. */
export async function withVirtualTime(body: (time: VirtualTime) => Promise<void>): Promise<void> {
  const time = startVirtualTime();
  try {
    await body(time);
  } finally {
    time.end();
  }
}

/** Takes the place of timers, `Date`, `performance.now` and `AbortSignal.timeout`, until `end`. */
export function startVirtualTime(startMs: number = Date.UTC(2026, 0, 1)): VirtualTime {
  const realSetTimeout = globalThis.setTimeout;
  const clock: Clock = install({
    now: startMs,
    // Code under test may clear a timer that it set before.
    shouldClearNativeTimers: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const realTimeout = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout') ?? {};
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    setTimeout(
      () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      ms,
    );
    return controller.signal;
  };
  // Named imports of Node's modules see what was put in their place.
  syncBuiltinESMExports();
  return {
    now: () => clock.now,
    advance: async (ms) => void (await clock.tickAsync(ms)),
    // In the phase of timers, as after a real stall.
    stall: (ms, meanwhile) =>
      new Promise((resolve) => {
        realSetTimeout(() => {
          meanwhile();
          clock.tick(ms);
          resolve();
        }, 0);
      }),
    next: async () => void (await clock.nextAsync()),
    during: async (work) => {
      let isSettled = false;
      const settle = (): void => void (isSettled = true);
      work.then(settle, settle);
      while (!isOver()) await clock.tickAsync(1);
      return work;

      function isOver(): boolean {
        return isSettled;
      }
    },
    timers: () => clock.countTimers(),
    end: () => {
      clock.uninstall();
      Object.defineProperty(AbortSignal, 'timeout', realTimeout);
      syncBuiltinESMExports();
    },
  };
}
