/** Private modules of kafkajs, typed here and imported by path nowhere else. Its version is pinned, and no further one is released. */
import { createRequire } from 'node:module';
import type { ISocketFactory, logCreator, logLevel, RetryOptions, SASLOptions } from 'kafkajs';

export interface FetchRequest {
  readonly maxWaitTime: number;
  readonly minBytes: number;
  readonly maxBytes: number;
  /** 1 is READ_COMMITTED: records of open and aborted transactions are omitted. */
  readonly isolationLevel: 1;
  readonly rackId: string;
  readonly topics: readonly {
    readonly topic: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly fetchOffset: string;
      readonly maxBytes: number;
    }[];
  }[];
}

export interface FetchedPartition {
  readonly partition: number;
  readonly highWatermark: string;
  /** First offset of an open transaction; a fetch returns nothing from there on. */
  readonly lastStableOffset?: string;
}

interface Broker {
  readonly fetch: (request: FetchRequest) => Promise<{
    readonly responses: readonly { readonly topicName: string; readonly partitions: readonly FetchedPartition[] }[];
  }>;
}

interface OffsetsOfTopic {
  readonly topic: string;
  readonly partitions: readonly { readonly partition: number; readonly offset: string }[];
}

interface Coordinator {
  /** Commits for a group without members: generation -1, no member id. Rejects when the group has members. */
  readonly offsetCommit: (request: {
    readonly groupId: string;
    readonly groupGenerationId: -1;
    readonly memberId: '';
    readonly topics: readonly {
      readonly topic: string;
      readonly partitions: readonly {
        readonly partition: number;
        readonly offset: string;
        readonly metadata: string | null;
      }[];
    }[];
  }) => Promise<unknown>;
}

/** A request that kafkajs does not have, encoded and decoded by the caller. */
interface RawRequest<T> {
  readonly request: {
    readonly apiKey: number;
    readonly apiName: string;
    readonly apiVersion: number;
    readonly encode: () => Promise<{ readonly buf: Buffer; readonly buffer: Buffer }>;
  };
  readonly response: {
    readonly decode: (payload: Buffer) => Promise<T>;
    readonly parse: (decoded: T) => Promise<T>;
  };
}

interface SeedBroker {
  /** What the broker supports, by the key of the request. */
  readonly versions: Readonly<Record<number, { readonly maxVersion: number }>> | null;
  readonly connectionPool: { readonly send: <T>(request: RawRequest<T>) => Promise<T> };
}

/** Connections to the brokers of one cluster, and cached metadata of its topics. */
export interface Cluster {
  readonly connect: () => Promise<void>;
  readonly disconnect: () => Promise<void>;
  /** The broker of the first connection. */
  readonly brokerPool: { readonly seedBroker: SeedBroker };
  readonly addMultipleTargetTopics: (topics: readonly string[]) => Promise<void>;
  readonly refreshMetadata: () => Promise<void>;
  readonly refreshMetadataIfNecessary: () => Promise<void>;
  /** Partitions by the node that leads them. */
  readonly findLeaderForPartitions: (topic: string, partitions: readonly number[]) => Record<string, number[]>;
  readonly findBroker: (node: { readonly nodeId: string }) => Promise<Broker>;
  readonly findGroupCoordinator: (group: { readonly groupId: string }) => Promise<Coordinator>;
  readonly fetchTopicsOffset: (
    topics: readonly {
      readonly topic: string;
      readonly partitions: readonly { readonly partition: number }[];
      readonly fromBeginning: boolean;
    }[],
  ) => Promise<readonly OffsetsOfTopic[]>;
}

export interface ClusterOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly ssl?: object;
  readonly sasl?: SASLOptions;
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
  readonly retry: RetryOptions;
  readonly logLevel: logLevel;
  readonly logCreator: logCreator;
}

/** A decoded message. A header that occurs more than once is a list. */
export interface DecodedMessage {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, Buffer | string | readonly (Buffer | string)[] | null | undefined>>;
}

/** The response of a fetch for one partition, without control records and aborted transactions. */
export interface DecodedBatch {
  readonly topic: string;
  readonly partition: number;
  readonly fetchedOffset: string;
  readonly highWatermark: string;
  readonly messages: readonly DecodedMessage[];
  readonly rawMessages: readonly unknown[];
  readonly lastOffset: () => string;
}

export interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  readonly checkPendingRequests: () => void;
}

/** The brokers of a cluster that are known by their node ids. */
export interface BrokerPool {
  /** Asks one broker after the other until one answers; null when none does. */
  withBroker: <T>(this: BrokerPool, ask: (broker: unknown) => Promise<T>) => Promise<T | null>;
}

type BatchClass = new (topic: string, fetchedOffset: string, fetched: FetchedPartition) => DecodedBatch;

export function openCluster(options: ClusterOptions): Cluster {
  const ClusterClass = load('cluster') as new (options: object) => Cluster;
  const socketFactory = (load('network/socketFactory') as () => ISocketFactory)();
  const { createLogger } = load('loggers') as { readonly createLogger: (options: object) => object };
  const { logLevel: level, logCreator: create, ...rest } = options;
  return new ClusterClass({
    ...rest,
    logger: createLogger({ level, logCreator: create }),
    socketFactory,
    enforceRequestTimeout: true,
    metadataMaxAge: 300_000,
    allowAutoTopicCreation: false,
    isolationLevel: 1,
  });
}

export function decodeBatch(topic: string, fetchedOffset: number, fetched: FetchedPartition): DecodedBatch {
  const Batch = load('consumer/batch') as BatchClass;
  return new Batch(topic, String(fetchedOffset), fetched);
}

/** The prototype of kafkajs's request queue. */
export const requestQueuePrototype = (): { scheduleCheckPendingRequests: (this: RequestQueue) => void } =>
  (load('network/requestQueue') as { prototype: { scheduleCheckPendingRequests: (this: RequestQueue) => void } })
    .prototype;

/** The prototype of kafkajs's pool of brokers. */
export const brokerPoolPrototype = (): BrokerPool =>
  (load('cluster/brokerPool') as { readonly prototype: BrokerPool }).prototype;

const load = (path: string): unknown => createRequire(import.meta.url)(`kafkajs/src/${path}`) as unknown;
