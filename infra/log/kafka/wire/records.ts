import type { TopicName } from '../../../../schemas/topics.ts';
import type { LogRecord } from '../../log.ts';
import type { DecodedBatch, DecodedMessage } from '../client/internals.ts';

export type RawRecord = Omit<LogRecord, 'topic' | 'partition'>;

/** The response of a fetch for one partition. */
export interface FetchedBatch {
  readonly kafkaTopic: string;
  readonly partition: number;
  /** Requested offset. */
  readonly from: number;
  /** Next offset to request. */
  readonly next: number;
  /** End offset of the partition. */
  readonly end: number;
  readonly records: readonly RawRecord[];
}

/** A batch without visible records, because of compaction or because all are control records, is skipped. */
export function fetchedBatch(batch: DecodedBatch): FetchedBatch {
  const from = Number(batch.fetchedOffset);
  const last = batch.rawMessages.length === 0 ? from - 1 : Number(batch.lastOffset());
  return {
    kafkaTopic: batch.topic,
    partition: batch.partition,
    from,
    next: Math.max(from, last + 1),
    end: Number(batch.highWatermark),
    records: batch.messages.map(rawRecord),
  };
}

export const logRecord = (topic: TopicName, partition: number, record: RawRecord): LogRecord => ({
  topic,
  partition,
  ...record,
});

const rawRecord = ({ offset, timestamp, key, value, headers }: DecodedMessage): RawRecord => ({
  offset: Number(offset),
  timestamp: Number(timestamp),
  key,
  value,
  headers: ownHeaders(headers ?? {}),
});

/** Of several headers with one name, the last; only other programs write such records. */
function ownHeaders(headers: NonNullable<DecodedMessage['headers']>): Readonly<Record<string, Buffer>> {
  const own: Record<string, Buffer> = {};
  for (const [name, given] of Object.entries(headers)) {
    const value = Array.isArray(given) ? (given as readonly (Buffer | string)[]).at(-1) : given;
    if (value !== null && value !== undefined) own[name] = Buffer.from(value as Buffer);
  }
  return own;
}
