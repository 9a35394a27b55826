import type { TopicName } from '../../schemas/topics.ts';
import type { LogInspection } from './lost-records.ts';

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

/** Offsets of a partition: from `low` up to, not including, `end`. Compaction and retention leave gaps. */
export interface PartitionRange {
  readonly partition: number;
  readonly low: number;
  readonly end: number;
  /**
   * Only if records below `low` are lost, because brokers have deleted what the topic keeps for ever; `accepted` once the
   * operator has given them up.
   */
  readonly lost?: 'open' | 'accepted' | undefined;
}

export interface ReadRequest {
  readonly topic: TopicName;
  readonly partition: number;
  /** First offset to return; deleted offsets are skipped. */
  readonly from: number;
  readonly maxRecords: number;
}

export interface Consumption {
  /** Stops after the current chunk. Rejects with the error that ended the consumption, if one did. */
  readonly stop: () => Promise<void>;
  /** Resolves when stopped; rejects when a handler threw: nothing more is delivered then. */
  readonly done: Promise<void>;
}

export interface Chunk {
  readonly topic: TopicName;
  readonly partition: number;
  /** In offset order, at least one. */
  readonly records: readonly LogRecord[];
  /** End offset of the partition when the chunk was read. */
  readonly end: number;
}

/** What a member of a group commits for a partition; Kafka's `OffsetAndMetadata`. */
export interface CommittedOffset {
  /** Next offset to read. */
  readonly offset: number;
  /** At most 4,000 characters; empty for none. */
  readonly metadata: string;
}

/** A partition as it is assigned to a consumer. */
export interface Assignment {
  /** The last commit of the group: some member has processed everything below it. Null where the group has committed nothing. */
  readonly committed: CommittedOffset | null;
  /** Whether other members may have owned the partition, or may be assigned it later. */
  readonly shared: boolean;
  /** No other member can have owned the partition since this consumer owned it last. */
  readonly retained: boolean;
  /** False for good once another member owns the partition, or may own it: results computed for it must not be written. */
  readonly isOwned: () => boolean;
}

export interface ConsumeOptions {
  readonly topics: readonly TopicName[];
  /** Members of a group share the partitions; null reads all partitions of the topics. */
  readonly group: string | null;
  readonly maxRecords: number;
  /**
   * A consumer that has read everything waits so many milliseconds after the first new record, so that the next chunk has
   * more records. Default 0.
   */
  readonly lingerMs?: number;
  /** Called for each assigned partition before its first chunk. Returns the offset from which to read. */
  readonly startAt: (topic: TopicName, partition: number, assignment: Assignment) => Promise<number>;
  /**
   * Returns what to commit for a partition, for consumers whose durable progress differs from what was delivered to them.
   * Other members and tools read it. Null commits nothing yet.
   */
  readonly offsetToCommit?: (topic: TopicName, partition: number) => CommittedOffset | null;
  /**
   * Called before partitions are revoked, where the log can do so: waits for work under way outside of chunks. The
   * assignments are no longer owned from then on.
   */
  readonly onRevoke?: () => Promise<void>;
  /** Lets chunks of different partitions overlap, where the log can do so; chunks of one partition never overlap. */
  readonly concurrentPartitions?: boolean;
  /** Handles one chunk. Without `concurrentPartitions`, chunks never overlap. A rejection ends the consumption. */
  readonly onChunk: (chunk: Chunk) => Promise<void>;
  /** Called when every assigned partition has been read to its end, and again each time that happens after new records. */
  readonly onCaughtUp?: () => Promise<void>;
}

/** A partitioned, offset-addressed, durable log. Every adapter passes `tests/contracts/log.ts`. */
export interface Log {
  /** Identity of this log, assigned once. Tables and state store the id of the log that they were folded from. */
  readonly logId: string;
  readonly partitionsOf: (topic: TopicName) => number;
  /** Appends in order, all or nothing per environment; resolves when durable. */
  readonly append: (records: readonly NewRecord[]) => Promise<readonly RecordPosition[]>;
  /** Empty only if the partition has no further records; rejects with RetryableError if that is not known. */
  readonly read: (request: ReadRequest) => Promise<readonly LogRecord[]>;
  readonly ranges: (topic: TopicName) => Promise<readonly PartitionRange[]>;
  readonly consume: (options: ConsumeOptions) => Consumption;
  /** Where others than this program can delete records and topics: what they have done. */
  readonly inspect?: () => Promise<LogInspection>;
  /** Deletes records that retention and compaction have made obsolete. `now` in milliseconds. */
  readonly maintain: (now: number) => Promise<void>;
  readonly close: () => Promise<void>;
}
