import type { TopicName } from '../../schemas/topics.ts';

/** A record to append. The partition follows from the key (murmur2, as Kafka's default) unless it is given. */
export interface NewRecord {
  readonly topic: TopicName;
  readonly key: string | Buffer;
  /** Value in wire format. */
  readonly value: Buffer;
  /** Milliseconds since the epoch; see the topic's `timestamp`. */
  readonly timestamp: number;
  readonly headers?: Readonly<Record<string, Buffer>>;
  /** Only for records that go to every partition. */
  readonly partition?: number;
}

/** A record as stored. */
export interface LogRecord {
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: number;
  readonly timestamp: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer>>;
}

export interface RecordPosition {
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: number;
}

/** What a partition holds: offsets from `low` up to, not including, `end`. Compaction and retention leave gaps. */
export interface PartitionRange {
  readonly partition: number;
  readonly low: number;
  readonly end: number;
}

export interface ReadRequest {
  readonly topic: TopicName;
  readonly partition: number;
  /** First offset wanted; offsets that are gone are skipped. */
  readonly from: number;
  readonly maxRecords: number;
}

export interface Consumption {
  /** Stops after the chunk in hand. Rejects with the error that ended the consumption, if one did. */
  readonly stop: () => Promise<void>;
  /** Resolves when stopped; rejects when a handler threw: nothing more is delivered then. */
  readonly done: Promise<void>;
}

export interface Chunk {
  readonly topic: TopicName;
  readonly partition: number;
  /** In offset order, at least one. */
  readonly records: readonly LogRecord[];
  /** Offset after the last one that the partition held when the chunk was read. */
  readonly end: number;
}

export interface ConsumeOptions {
  readonly topics: readonly TopicName[];
  /** Members of a group share the partitions; null reads all partitions of the topics. */
  readonly group: string | null;
  readonly maxRecords: number;
  /**
   * After everything was read, how long to wait from the first news until reading goes on, milliseconds: for consumers
   * that do better with more at once. Default 0.
   */
  readonly lingerMs?: number;
  /** Where to start reading a partition that was assigned to this consumer. */
  readonly startAt: (topic: TopicName, partition: number) => Promise<number>;
  /** Handles one chunk; chunks of one consumption never overlap. A rejection ends the consumption. */
  readonly onChunk: (chunk: Chunk) => Promise<void>;
  /** Called when every assigned partition was read to its end, and again whenever that is so after new records. */
  readonly onCaughtUp?: () => Promise<void>;
}

/** A partitioned, offset-addressed, durable log. Every adapter passes `tests/contracts/log.ts`. */
export interface Log {
  /** Identity of this log, given once; tables and state remember which log they are a fold of. */
  readonly logId: string;
  readonly partitionsOf: (topic: TopicName) => number;
  /** Appends in order, all or nothing per environment; resolves when durable. */
  readonly append: (records: readonly NewRecord[]) => Promise<readonly RecordPosition[]>;
  readonly read: (request: ReadRequest) => Promise<readonly LogRecord[]>;
  readonly ranges: (topic: TopicName) => Promise<readonly PartitionRange[]>;
  readonly consume: (options: ConsumeOptions) => Consumption;
  /** Deletes what retention and compaction no longer keep. `now` in milliseconds. */
  readonly maintain: (now: number) => Promise<void>;
  readonly close: () => Promise<void>;
}
