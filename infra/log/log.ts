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

/** What a member of a group tells about a partition it holds. */
export interface Progress {
  /** Next offset to read. */
  readonly next: number;
  /** At most 4,000 characters; empty for none. */
  readonly note: string;
}

/** A partition as it is given to a consumer. */
export interface Assignment {
  /** What a member of the group last told of it: everything below was done by one of them. Null where nothing was told. */
  readonly committed: Progress | null;
  /** Whether other members may have had it, or may get it. */
  readonly shared: boolean;
  /** Nobody else can have had it since this consumer had it last. */
  readonly kept: boolean;
  /** False for good once it is, or may be, somebody else's: what was worked out for it is not to be written any more. */
  readonly holds: () => boolean;
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
  /** Asked for each partition that is given to this consumer, before anything of it is delivered: where to start reading. */
  readonly startAt: (topic: TopicName, partition: number, assignment: Assignment) => Promise<number>;
  /**
   * How far a partition is durably processed, for members elsewhere and for tools: where it differs from what was handed
   * over. The note goes along. Null tells nothing yet.
   */
  readonly progress?: (topic: TopicName, partition: number) => Progress | null;
  /**
   * Called where it can be before partitions are given back: waits for what is under way beside the chunks. From here on
   * their assignments no longer hold.
   */
  readonly onRelease?: () => Promise<void>;
  /** Chunks of different partitions may be in hand at once, where the log can; those of one partition never are. */
  readonly sideBySide?: boolean;
  /** Handles one chunk; unless said otherwise, chunks of one consumption never overlap. A rejection ends the consumption. */
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
  /** None only where the partition has nothing more; rejects with RetryableError where that cannot be told. */
  readonly read: (request: ReadRequest) => Promise<readonly LogRecord[]>;
  readonly ranges: (topic: TopicName) => Promise<readonly PartitionRange[]>;
  readonly consume: (options: ConsumeOptions) => Consumption;
  /** Deletes what retention and compaction no longer keep. `now` in milliseconds. */
  readonly maintain: (now: number) => Promise<void>;
  readonly close: () => Promise<void>;
}
