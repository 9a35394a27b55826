import type { TopicName } from '../../schemas/topics.ts';
import { endOf } from './lmdb/end-of.ts';
import type { Environment } from './lmdb/environment.ts';
import type { LogRecord, PartitionRange } from './log.ts';
import { decodeRecord } from './lmdb/record-encoding.ts';

/** Above every offset: 2^53 − 1. */
const lastOffset = Number.MAX_SAFE_INTEGER;

export interface Place {
  readonly topic: TopicName;
  readonly partition: number;
  readonly slot: number;
}

/** Records of a partition from `from` on, and its end offset in the same snapshot. */
export function readRecords(
  environment: Environment,
  place: Place,
  from: number,
  maxRecords: number,
): { readonly records: readonly LogRecord[]; readonly end: number } {
  const { topic, partition, slot } = place;
  environment.refresh();
  const end = endOf(environment, slot);
  const records: LogRecord[] = [];
  if (from < end && maxRecords > 0) {
    const range = { start: { slot, offset: from }, end: { slot, offset: lastOffset }, limit: maxRecords };
    for (const { key, value } of environment.records.getRange(range)) {
      const { timestamp, key: recordKey, value: recordValue, headers } = decodeRecord(value);
      records.push({ topic, partition, offset: key as number, timestamp, key: recordKey, value: recordValue, headers });
    }
  }
  environment.refresh();
  return { records, end };
}

/** Offsets of a partition; `low` is `end` when it is empty. */
export function rangeOf(environment: Environment, partition: number, slot: number): PartitionRange {
  environment.refresh();
  const end = endOf(environment, slot);
  const [first] = environment.records.getRange({
    start: { slot, offset: 0 },
    end: { slot, offset: lastOffset },
    limit: 1,
  });
  environment.refresh();
  return { partition, low: first === undefined ? end : (first.key as number), end };
}

/** Whether a partition has records from `next` on: a single look-up, for the loop over many partitions. */
export const hasMore = (environment: Environment, slot: number, next: number): boolean =>
  next < endOf(environment, slot);
