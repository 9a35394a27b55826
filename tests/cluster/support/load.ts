import type { Fees } from './fees.ts';
import { until } from './until.ts';
import { elapsedMs, pause } from '../../support/real-time.ts';

export interface Load {
  /** Longest time between an observation and its change since the last call, in ms, and changes per second. */
  readonly lap: () => string;
  /** Resolves when so many further changes have come. */
  readonly next: (count: number) => Promise<void>;
  /** Stops the load, also that of a test that failed. */
  readonly stop: () => Promise<void>;
  /** Stops the load and waits for every change. Returns the longest time of the whole load, in ms. */
  readonly end: () => Promise<number>;
}

/** Readings whose changes have not come, beyond which none is appended: a slow machine falls behind by so many, not by more each second. */
const mostWaiting = 600;

/** Appends 30 readings every 100 ms, unless too many wait. */
export async function startLoad(fees: Fees): Promise<Load> {
  const { log, codec } = fees.engine;
  const sent = new Map<string, number>();
  const from = await fees.ends('changes');
  let [longest, longestOfLap, changes, changesOfLap, lapBegan] = [0, 0, 0, 0, elapsedMs()];
  const consumption = log.consume({
    topics: ['changes'],
    group: null,
    maxRecords: 500,
    startAt: async (_, partition) => from[partition] ?? 0,
    onChunk: async ({ records }) => {
      for (const { value } of records) {
        const { newObservationId } = codec.decode('changes', value ?? Buffer.alloc(0));
        const at = sent.get(newObservationId);
        if (at === undefined || !sent.delete(newObservationId)) continue;
        changes += 1;
        changesOfLap += 1;
        longestOfLap = Math.max(longestOfLap, elapsedMs() - at);
        longest = Math.max(longest, longestOfLap);
      }
    },
  });
  let isOver = false;
  const send = async (): Promise<void> => {
    while (!isOver) {
      if (sent.size < mostWaiting) {
        const at = elapsedMs();
        const readings = fees.nextReadings(30);
        for (const { id } of readings) sent.set(id, at);
        await fees.append(readings);
      }
      await pause(100);
    }
  };
  const sending = send();
  // A test that failed closes the log under the load; the failure of the test is the one to report.
  sending.catch(() => undefined);
  return {
    lap: () => {
      const rate = Math.round((changesOfLap * 1_000) / (elapsedMs() - lapBegan));
      const figures = `${Math.round(longestOfLap)} ms at ${rate} changes/s`;
      [longestOfLap, changesOfLap, lapBegan] = [0, 0, elapsedMs()];
      return figures;
    },
    next: async (count) => {
      const wanted = changes + count;
      await until(`${count} further changes have come`, () => changes >= wanted);
    },
    stop: async () => {
      isOver = true;
      await Promise.allSettled([sending, consumption.stop()]);
    },
    end: async () => {
      isOver = true;
      await sending;
      await until('every reading has its change', () => sent.size === 0);
      await consumption.stop();
      return longest;
    },
  };
}
