import { UsageError } from '../../infra/errors.ts';
import type { Log, LogRecord } from '../../infra/log/log.ts';
import type { TopicName } from '../../schemas/topics.ts';

export interface SpanOfRecords {
  readonly topic: TopicName;
  readonly partition: number;
  readonly from: number;
  /** Offset after the last one to read. */
  readonly end: number;
  /** Throws instead of returning a part of the records: requires that the last offset was seen. */
  readonly whole?: boolean;
}

const pageRecords = 1_000;

/**
 * The records of a range of offsets, a page at a time. Gaps left by compaction and retention are skipped. With `whole`,
 * a range whose end is never reached throws UsageError.
 */
export async function* pagesOfPartition(
  log: Pick<Log, 'read' | 'ranges'>,
  { topic, partition, from, end, whole = false }: SpanOfRecords,
): AsyncGenerator<readonly LogRecord[]> {
  let next = from;
  while (next < end) {
    const page = await log.read({ topic, partition, from: next, maxRecords: pageRecords });
    const last = page.at(-1);
    if (last === undefined) break;
    next = last.offset + 1;
    const records = page.filter(({ offset }) => offset < end);
    if (records.length > 0) yield records;
  }
  if (!whole || next >= end) return;
  const range = (await log.ranges(topic)).find((one) => one.partition === partition);
  if (range !== undefined && range.low >= end) return;
  throw new UsageError(
    `partition ${partition} of ${topic} could not be read to its end: offset ${next} was the last of ${end} to come. Nothing was changed; run this again, and if it fails again, check the brokers.`,
  );
}
