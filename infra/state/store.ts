import type { NewRecord } from '../log/log.ts';
import type { TopicName } from '../../schemas/topics.ts';

/** Position of a processor in its input: the next offset to read. */
export interface InputPosition {
  readonly topic: TopicName;
  readonly partition: number;
  readonly next: number;
}

export interface StateCommit {
  /** Input partition whose state is written. */
  readonly partition: number;
  /** Key to new value, or null to delete. */
  readonly writes: ReadonlyMap<string, Buffer | null>;
  readonly positions: readonly InputPosition[];
  /** Records to append, in order. They become visible together with state and positions, or not at all. */
  readonly outputs: readonly NewRecord[];
}

/** Durable keyed state of one processor, per input partition, committed together with its outputs and positions. */
export interface StateStore {
  /** Reads are synchronous and see the last commit of this store. */
  readonly get: (partition: number, key: string) => Buffer | undefined;
  /** As `get`, decoded as UTF-8 without a copy of the bytes. */
  readonly text: (partition: number, key: string) => string | undefined;
  /** Entries whose key starts with `prefix`, in key order. */
  readonly entries: (partition: number, prefix: string) => Iterable<readonly [string, Buffer]>;
  /** Next offset to read; null when the processor has never read the partition. */
  readonly position: (topic: TopicName, partition: number) => number | null;
  readonly commit: (commit: StateCommit) => Promise<void>;
  /** Version of the code that wrote the state; null without state. */
  readonly version: () => number | null;
  /** Deletes state and positions of all partitions and stores the version. */
  readonly reset: (version: number) => Promise<void>;
}

/** Opens the store of a processor; `environment` has its outputs and state. */
export type OpenStateStore = (processor: string, environment: 'data' | 'accounts') => StateStore;
