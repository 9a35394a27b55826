import { setTimeout as pause } from 'node:timers/promises';
import type { Observation } from '../../../schemas/generated/records.ts';
import { type BenchEngine, observationRecord } from '../engines/engine.ts';

const tickMs = 10;

export interface FeedFigures {
  readonly count: number;
  readonly seconds: number;
  /** Time until the acknowledgement of each append, milliseconds. */
  readonly appends: readonly number[];
}

/**
 * Appends observations at a steady rate for some time; each is made right before its append, and no append waits for
 * another.
 */
export async function feedSteadily(
  engine: Pick<BenchEngine, 'log' | 'codec'>,
  observations: Iterator<Observation>,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<FeedFigures> {
  const start = performance.now();
  const appends: number[] = [];
  const underWay: Promise<unknown>[] = [];
  let count = 0;
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - start) / 1000) {
    const due = Math.floor(elapsed * perSecond) - count;
    const records = [];
    for (let made = 0; made < due; made++) {
      const next = observations.next();
      if (next.done === true) throw new Error(`there are only ${count + made} observations`);
      records.push(observationRecord(engine, next.value));
    }
    if (records.length > 0) {
      count += records.length;
      const sent = performance.now();
      underWay.push(engine.log.append(records).then(() => appends.push(performance.now() - sent)));
    }
    await pause(tickMs);
  }
  await Promise.all(underWay);
  return { count, seconds: (performance.now() - start) / 1000, appends };
}
