import type { Message } from 'kafkajs';
import { type Environment, isTopicName, type TopicName } from '../../../../schemas/topics.ts';
import type { NewRecord } from '../../log.ts';
import { partitionOf } from '../../murmur2.ts';
import { largestRecordBytes, type SendableRecord } from '../wire/sendable-record.ts';
import type { KafkaCatalogue } from '../topics/catalogue.ts';

/** A record of one of our topics. */
export interface PreparedRecord extends SendableRecord {
  readonly topic: TopicName;
  readonly environment: Environment;
}

/** Lengths, offset and time of a record, and of a header. */
const overheadBytes = 32;

/** Validates all records before any of them is sent. */
export const prepareRecords = (catalogue: KafkaCatalogue, records: readonly NewRecord[]): readonly PreparedRecord[] =>
  records.map((record) => prepare(catalogue, record));

function prepare(catalogue: KafkaCatalogue, record: NewRecord): PreparedRecord {
  const { topic, timestamp, value } = record;
  if (!isTopicName(topic)) throw new TypeError(`${String(topic)} is not a topic`);
  if (!Number.isSafeInteger(timestamp)) {
    throw new TypeError(`topic ${topic}: ${timestamp} is not a time in whole milliseconds`);
  }
  const { kafkaTopic, partitions, environment } = catalogue.topic(topic);
  const key = typeof record.key === 'string' ? Buffer.from(record.key) : record.key;
  const partition = record.partition ?? partitionOf(key, partitions);
  catalogue.checkPartition(topic, partition);
  const headers = { ...record.headers };
  const bytes = overheadBytes + key.length + value.length + headerBytes(headers);
  if (bytes > largestRecordBytes) {
    throw new RangeError(`topic ${topic}: a record of ${bytes} bytes is larger than ${largestRecordBytes} bytes`);
  }
  const message: Message = { key, value, partition, timestamp: String(timestamp), headers };
  return { topic, environment, kafkaTopic, partition, message, bytes };
}

function headerBytes(headers: Readonly<Record<string, Buffer>>): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) bytes += overheadBytes + Buffer.byteLength(name) + value.length;
  return bytes;
}
