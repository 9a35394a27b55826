import { createHash } from 'node:crypto';
import { type Environment as EnvironmentName, isTopicName, type TopicName } from '../../schemas/topics.ts';
import type { Catalogue } from './catalogue.ts';
import type { EnvironmentTables } from './lmdb/environment.ts';
import { endOf } from './lmdb/end-of.ts';
import { environmentSlot, offsetBytes, offsetIn, type RecordKey } from './lmdb/keys.ts';
import type { NewRecord } from './log.ts';
import { partitionOf } from './murmur2.ts';
import { encodeRecords, keyBounds, largestSize } from './lmdb/record-encoding.ts';
import { takeSlab } from './slabs.ts';

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

/** The records of an append. */
export interface PreparedRecords {
  readonly records: readonly PreparedRecord[];
  /** Call it once the transaction is over: the next append reuses the memory of the records. */
  readonly release: () => void;
}

/** Validates and encodes records, so that the transaction only has to put them. */
export function prepareRecords(catalogue: Catalogue, records: readonly NewRecord[]): PreparedRecords {
  const { bytes: slab, release } = takeSlab(largestSize(records));
  const prepared = encodeRecords(records, slab, (record, bytes, index) => route(catalogue, record, bytes, index));
  markSuperseded(prepared.filter((record) => record.compactionKey !== null));
  return { records: prepared, release };
}

function route(catalogue: Catalogue, record: NewRecord, bytes: Buffer, index: number): PreparedRecord {
  const { topic, timestamp } = record;
  if (!isTopicName(topic)) throw new TypeError(`${String(topic)} is not a topic`);
  if (!Number.isSafeInteger(timestamp)) {
    throw new TypeError(`topic ${topic}: ${timestamp} is not a time in whole milliseconds`);
  }
  const { environment, partitions, compact } = catalogue.topic(topic);
  const { start, end } = keyBounds(bytes);
  const partition = record.partition ?? partitionOf(bytes, partitions, start, end);
  const slot = catalogue.slot(topic, partition);
  const compactionKey = compact ? compactionKeyOf(slot, bytes.subarray(start, end)) : null;
  return { index, topic, environment, slot, partition, bytes, compactionKey, superseded: false };
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

/** What an append wrote. */
export interface AppendedRecords {
  /** Offsets of the records. */
  readonly offsets: readonly number[];
  /** Number of appends to the environment, this one included; null if there was nothing to append. */
  readonly appends: number | null;
}

/** Appends records to their partitions, inside a transaction of their environment. */
export function writeRecords(tables: EnvironmentTables, records: readonly PreparedRecord[]): AppendedRecords {
  if (records.length === 0) return { offsets: [], appends: null };
  const offsets: number[] = new Array<number>(records.length).fill(0);
  for (const [slot, indexes] of indexesBySlot(records)) {
    const key: RecordKey = { slot, offset: endOf(tables, slot) };
    for (const index of indexes) {
      const record = records[index];
      if (record === undefined) continue;
      offsets[index] = key.offset;
      if (!record.superseded) writeRecord(tables, key, record);
      key.offset += 1;
    }
    tables.ends.putSync({ slot, offset: 0 }, offsetBytes(key.offset));
  }
  const appends = appendCount(tables) + 1;
  tables.ends.putSync({ slot: environmentSlot, offset: 0 }, offsetBytes(appends));
  return { offsets, appends };
}

/** Records of a partition are adjacent keys, which LMDB puts faster in sequence than in turn with other partitions. */
function indexesBySlot(records: readonly PreparedRecord[]): ReadonlyMap<number, readonly number[]> {
  const bySlot = new Map<number, number[]>();
  for (const [index, { slot }] of records.entries()) {
    const indexes = bySlot.get(slot);
    if (indexes === undefined) bySlot.set(slot, [index]);
    else indexes.push(index);
  }
  return bySlot;
}

function writeRecord(tables: EnvironmentTables, key: RecordKey, record: PreparedRecord): void {
  tables.records.putSync(key, record.bytes);
  if (record.compactionKey !== null) replaceNewest(tables, key.slot, record.compactionKey, key.offset);
}

function replaceNewest(tables: EnvironmentTables, slot: number, compactionKey: Buffer, offset: number): void {
  const before = tables.newest.get(compactionKey);
  if (before !== undefined) tables.records.removeSync({ slot, offset: offsetIn(before) });
  tables.newest.putSync(compactionKey, offsetBytes(offset));
}

/** Number of appends to an environment; when it changes, there are new records. */
export const appendCount = (tables: Pick<EnvironmentTables, 'ends'>): number => endOf(tables, environmentSlot);
