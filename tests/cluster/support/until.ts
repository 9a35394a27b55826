import { setTimeout as pause } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { Log, LogRecord, NewRecord } from '../../../infra/log/log.ts';

export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) assert.unreachable(`not within ${limitMs} ms: ${what}`);
    await pause(20);
  }
}

/** An observation whose value is a number. */
export const numbered = (n: number, given: Partial<NewRecord> = {}): NewRecord => ({
  topic: 'observations',
  key: `asset-${n % 20}`,
  value: Buffer.from(String(n)),
  timestamp: 1_700_000_000_000 + n,
  ...given,
});

export const numberIn = (record: LogRecord): number => Number(record.value?.toString());

/** Numbers in a topic, by partition and offset. */
export async function numbersIn(log: Log, topic: NewRecord['topic'] = 'observations'): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (const { partition, low, end } of await log.ranges(topic)) {
    const records = await log.read({ topic, partition, from: low, maxRecords: end - low });
    numbers.push(...records.map(numberIn));
  }
  return numbers;
}

export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const outcome: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.instance(outcome, Error, 'it must fail');
  return outcome as Error;
}
