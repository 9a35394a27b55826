import { median } from '../measurement.ts';

export interface Appender {
  readonly append: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** All are measured in alternating short turns, so that a slow moment of the machine affects all. */
const turns = 25;

export const turnsAt = (scale: number): number => Math.max(3, Math.round(turns * scale));

/** Appends per second of each, median of the turns. Closes them. */
export async function appendsPerSecond(
  appenders: readonly Appender[],
  appends: number,
  turns: number,
): Promise<readonly number[]> {
  const rates = appenders.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, { append }] of appenders.entries()) {
      const start = performance.now();
      for (let done = 0; done < appends; done++) await append();
      rates[index]?.push((appends * 1_000) / (performance.now() - start));
    }
  }
  for (const { close } of appenders) await close();
  return rates.map(median);
}
