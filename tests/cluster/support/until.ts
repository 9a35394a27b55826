import type { Log, LogRecord, NewRecord } from '../../../infra/log/log.ts';
import { until as untilHolds } from '../../support/real-time.ts';

export { failureOf } from '../../support/failure-of.ts';

/** The limit reports what hangs and asserts nothing: on a busy machine seconds become minutes. */
const usualLimitMs = 240_000;

/** Resolves when the condition holds; rejects when it does not in time, milliseconds. */
export const until = (
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = usualLimitMs,
): Promise<void> => untilHolds(what, condition, 20, limitMs);

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
