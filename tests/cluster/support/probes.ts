import { until } from './until.ts';
import { elapsedMs, pause } from '../../support/real-time.ts';

export interface Probes {
  /** The output of a probe has come. Unknown ids are passed over. */
  readonly came: (id: string) => void;
  /** Resolves when so many further probes have their output. */
  readonly next: (count: number) => Promise<void>;
  /** Sends no more and waits for every output. Returns the longest time between a probe and its output, in ms. */
  readonly end: () => Promise<number>;
  /** Sends no more, also where the test has failed: that failure is the one to report. */
  readonly stop: () => Promise<void>;
}

/** Probes whose output has not come, beyond which none is sent: a slow machine falls behind by so many, not by more each second. */
const mostWaiting = 100;

/** Sends a probe every 50 ms, unless too many wait. `send` appends the n-th, whose id is `idOf(n)`. */
export function startProbes(idOf: (n: number) => string, send: (n: number) => Promise<void>): Probes {
  const sent = new Map<string, number>();
  let [count, longest, isOver] = [0, 0, false];
  const run = async (): Promise<void> => {
    for (let n = 0; !isOver; ) {
      if (sent.size < mostWaiting) {
        sent.set(idOf(n), elapsedMs());
        await send(n);
        n += 1;
      }
      await pause(50);
    }
  };
  const sending = run();
  sending.catch(() => undefined);
  return {
    came: (id) => {
      const at = sent.get(id);
      if (at === undefined || !sent.delete(id)) return;
      count += 1;
      longest = Math.max(longest, elapsedMs() - at);
    },
    next: async (more) => {
      const wanted = count + more;
      await until(`${more} further probes have their output`, () => count >= wanted);
    },
    end: async () => {
      isOver = true;
      await sending;
      await until('every probe has its output', () => sent.size === 0);
      return Math.round(longest);
    },
    stop: async () => {
      isOver = true;
      await Promise.allSettled([sending]);
    },
  };
}
