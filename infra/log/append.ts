import { createHash } from 'node:crypto';
import { type Environment as EnvironmentName, isTopicName, type TopicName } from '../../schemas/topics.ts';
import type { Catalogue } from './catalogue.ts';
import type { EnvironmentTables } from './environment.ts';
import { environmentSlot, offsetBytes, offsetIn, type RecordKey } from './keys.ts';
import type { NewRecord } from './log.ts';
import { partitionOf } from './murmur2.ts';
import { encodeRecords, type StoredRecord } from './record-encoding.ts';

/** A record that was validated and encoded outside the transaction. */
export interface PreparedRecord {
  /** Index in the append. */
  readonly index: number;
  readonly topic: TopicName;
  readonly environment: EnvironmentName;
  readonly slot: number;
  readonly partition: number;
  readonly bytes: Buffer;
  /** Compact topics: the key under which the newest offset is stored. */
  readonly compactionKey: Buffer | null;
  /** A later record of the same append has the same compaction key: this one gets an offset and is not stored. */
  superseded: boolean;
}

/** LMDB limits keys to 1,978 bytes; a longer record key is represented by its hash. */
const longestPlainKey = 1024;

const noHeaders = {};

/** Validates and encodes records, so that the transaction only has to put them. */
export function prepareRecords(catalogue: Catalogue, records: readonly NewRecord[]): readonly PreparedRecord[] {
  const routed = records.map((record) => route(catalogue, record));
  const prepared = encodeRecords(routed, ({ topic, environment, slot, partition, compactionKey }, bytes, index) => {
    return { index, topic, environment, slot, partition, bytes, compactionKey, superseded: false };
  });
  markSuperseded(prepared.filter((record) => record.compactionKey !== null));
  return prepared;
}

type Routed = StoredRecord & Pick<PreparedRecord, 'topic' | 'environment' | 'slot' | 'partition' | 'compactionKey'>;

function route(catalogue: Catalogue, record: NewRecord): Routed {
  const { topic, timestamp, value, headers = noHeaders } = record;
  if (!isTopicName(topic)) throw new TypeError(`${String(topic)} is not a topic`);
  if (!Number.isSafeInteger(timestamp)) {
    throw new TypeError(`topic ${topic}: ${timestamp} is not a time in whole milliseconds`);
  }
  const { environment, partitions, compact } = catalogue.topic(topic);
  const key = typeof record.key === 'string' ? Buffer.from(record.key) : record.key;
  const partition = record.partition ?? partitionOf(key, partitions);
  const slot = catalogue.slot(topic, partition);
  const compactionKey = compact ? compactionKeyOf(slot, key) : null;
  return { topic, environment, slot, partition, compactionKey, timestamp, key, value, headers };
}

function markSuperseded(compacted: readonly PreparedRecord[]): void {
  const seen = new Set<string>();
  for (const record of compacted.toReversed()) {
    const key = record.compactionKey?.toString('latin1') ?? '';
    record.superseded = seen.has(key);
    seen.add(key);
  }
}

function compactionKeyOf(slot: number, key: Buffer): Buffer {
  const hashed = key.length > longestPlainKey;
  const body = hashed ? createHash('sha256').update(key).digest() : key;
  const bytes = Buffer.alloc(5 + body.length);
  bytes.writeUInt32BE(slot);
  bytes[4] = hashed ? 1 : 0;
  bytes.set(body, 5);
  return bytes;
}

/** Appends records to their partitions, inside a transaction of their environment. Returns their offsets. */
export function writeRecords(tables: EnvironmentTables, records: readonly PreparedRecord[]): readonly number[] {
  const ends = new Map<number, number>();
  const key: RecordKey = { slot: 0, offset: 0 };
  const offsets = records.map((record) => {
    const offset = ends.get(record.slot) ?? endOf(tables, record.slot);
    ends.set(record.slot, offset + 1);
    if (record.superseded) return offset;
    key.slot = record.slot;
    key.offset = offset;
    tables.records.putSync(key, record.bytes);
    if (record.compactionKey !== null) replaceNewest(tables, record.slot, record.compactionKey, offset);
    return offset;
  });
  for (const [slot, end] of ends) tables.ends.putSync({ slot, offset: 0 }, offsetBytes(end));
  if (records.length > 0) {
    tables.ends.putSync({ slot: environmentSlot, offset: 0 }, offsetBytes(endOf(tables, environmentSlot) + 1));
  }
  return offsets;
}

function replaceNewest(tables: EnvironmentTables, slot: number, compactionKey: Buffer, offset: number): void {
  const before = tables.newest.get(compactionKey);
  if (before !== undefined) tables.records.removeSync({ slot, offset: offsetIn(before) });
  tables.newest.putSync(compactionKey, offsetBytes(offset));
}

/** Next offset of a partition. */
export function endOf(tables: Pick<EnvironmentTables, 'ends'>, slot: number): number {
  const bytes = tables.ends.get({ slot, offset: 0 });
  return bytes === undefined ? 0 : offsetIn(bytes);
}

/** Number of appends to an environment; when it changes, there are new records. */
export const appendCount = (tables: Pick<EnvironmentTables, 'ends'>): number => endOf(tables, environmentSlot);
