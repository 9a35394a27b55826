import { backOffMs, pause } from '../../../async/async.ts';
import { RetryableError } from '../../../errors.ts';
import type { PartitionRange } from '../../log.ts';
import { type Cluster, decodeBatch } from '../client/internals.ts';
import { isOutOfRange, kafkaError } from '../client/errors.ts';
import { readTopicIds, type TopicIds } from './topic-ids.ts';
import { partitionBytes, type ReadBatch, readSpan, requestBytes } from './read-span.ts';
import { fetchedBatch, type RawRecord } from './records.ts';

/** A partition, with the topic name that brokers use. */
export interface Place {
  readonly kafkaTopic: string;
  readonly partition: number;
}

interface Want extends Place {
  readonly from: number;
}

/**
 * Reads partitions without a group. Errors are RetryableError or final; after one, the reader reconnects. All calls except
 * `fetch` retry for about a second before they fail.
 */
export interface KafkaReader {
  /** Offsets of partitions, in the order of `partitions`. */
  readonly ranges: (kafkaTopic: string, partitions: readonly number[]) => Promise<readonly PartitionRange[]>;
  /** Partitions grouped by the node that leads them now. */
  readonly leaders: <W extends Place>(places: readonly W[]) => Promise<ReadonlyMap<string, readonly W[]>>;
  /** One fetch from one node; waits up to `waitMs` for new records. Null when an offset is not in the log. */
  readonly fetch: (
    node: string,
    wants: readonly Want[],
    waitMs: number,
    maxBytes?: number,
  ) => Promise<readonly ReadBatch[] | null>;
  /**
   * Records from an offset within the partition's range up to `end`; fewer than `maxRecords` only if there are no more.
   * Throws RetryableError when that is not known.
   */
  readonly read: (request: Place & { from: number; end: number; maxRecords: number }) => Promise<readonly RawRecord[]>;
  /** Ids of the topics that exist, by Kafka's names. */
  readonly topicIds: (kafkaTopics: readonly string[]) => Promise<TopicIds>;
  readonly close: () => Promise<void>;
}

/** Retries that bridge a change of leader or a restart of a broker before the error is thrown. */
const attempts = 5;
const pauses = { firstRetryMs: 100, longestRetryMs: 1_000 };

export function createReader(openCluster: () => Cluster): KafkaReader {
  let opened: Promise<Cluster> | null = null;
  const known = new Set<string>();

  const connected = (): Promise<Cluster> => (opened ??= connect(openCluster()));

  const use = async <T>(
    doing: string,
    topics: readonly string[],
    work: (cluster: Cluster) => Promise<T>,
  ): Promise<T> => {
    const cluster = connected();
    try {
      const ready = await cluster;
      const added = topics.filter((topic) => !known.has(topic));
      if (added.length > 0) await ready.addMultipleTargetTopics(added);
      for (const topic of added) known.add(topic);
      return await work(ready);
    } catch (error) {
      if (!isOutOfRange(error)) forget(cluster);
      throw isOutOfRange(error) ? error : kafkaError(error, doing);
    }
  };

  const forget = (cluster: Promise<Cluster>): void => {
    if (opened !== cluster) return;
    opened = null;
    known.clear();
    cluster.then((one) => one.disconnect()).catch(() => undefined);
  };

  const repeat = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RetryableError) || failures === attempts) throw error;
        await pause(backOffMs(pauses, failures));
      }
    }
  };

  const leaders = <W extends Place>(places: readonly W[]): Promise<ReadonlyMap<string, readonly W[]>> => {
    const topics = [...new Set(places.map(({ kafkaTopic }) => kafkaTopic))];
    return repeat(() =>
      use('finding the leaders', topics, async (cluster) => {
        await cluster.refreshMetadataIfNecessary();
        return byLeader(cluster, places);
      }),
    );
  };

  const fetch: KafkaReader['fetch'] = async (node, wants, waitMs, maxBytes = partitionBytes) => {
    const topics = [...new Set(wants.map(({ kafkaTopic }) => kafkaTopic))];
    try {
      return await use(`reading ${topics.join(', ')}`, topics, async (cluster) => {
        const broker = await cluster.findBroker({ nodeId: node });
        const { responses } = await broker.fetch({
          maxWaitTime: waitMs,
          minBytes: 1,
          maxBytes: requestBytes,
          isolationLevel: 1,
          rackId: '',
          topics: topics.map((topic) => ({
            topic,
            partitions: wants
              .filter(({ kafkaTopic }) => kafkaTopic === topic)
              .map(({ partition, from }) => ({ partition, fetchOffset: String(from), maxBytes })),
          })),
        });
        return responses.flatMap(({ topicName, partitions }) =>
          partitions.map((fetched) => {
            const want = wants.find((one) => one.kafkaTopic === topicName && one.partition === fetched.partition);
            const batch = fetchedBatch(decodeBatch(topicName, want?.from ?? 0, fetched));
            const stable = Number(fetched.lastStableOffset ?? -1);
            return { ...batch, readable: stable < 0 ? batch.end : Math.min(stable, batch.end) };
          }),
        );
      });
    } catch (error) {
      if (isOutOfRange(error)) return null;
      throw error;
    }
  };

  const rangesOf: KafkaReader['ranges'] = (kafkaTopic, partitions) =>
    repeat(() =>
      use(`reading the offsets of ${kafkaTopic}`, [kafkaTopic], async (cluster) => {
        const [low, end] = await Promise.all([
          offsets(cluster, kafkaTopic, partitions, true),
          offsets(cluster, kafkaTopic, partitions, false),
        ]);
        return partitions.map((partition) => {
          return { partition, low: low.get(partition) ?? 0, end: end.get(partition) ?? 0 };
        });
      }),
    );

  /** Null when the response lacks the partition; an empty batch up to the low offset when retention deleted `from` meanwhile. */
  const fetchOne = (want: Want, maxBytes: number): Promise<ReadBatch | null> =>
    repeat(async () => {
      const [[node] = ['']] = await leaders([want]);
      const batches = await fetch(node, [want], 100, maxBytes);
      if (batches !== null) return batches[0] ?? null;
      const [range = { low: 0, end: 0 }] = await rangesOf(want.kafkaTopic, [want.partition]);
      const next = Math.max(want.from, range.low);
      return { ...want, next, end: range.end, readable: want.from, records: [] };
    });

  return {
    leaders,
    fetch,
    ranges: rangesOf,
    read: (request) => readSpan(fetchOne, request),
    topicIds: (kafkaTopics) =>
      repeat(() => use('reading the ids of the topics', [], (cluster) => readTopicIds(cluster, kafkaTopics))),
    close: async () => {
      if (opened !== null) forget(opened);
    },
  };
}

async function connect(cluster: Cluster): Promise<Cluster> {
  await cluster.connect();
  return cluster;
}

function byLeader<W extends Place>(cluster: Cluster, places: readonly W[]): ReadonlyMap<string, readonly W[]> {
  const nodes = new Map<string, W[]>();
  for (const place of places) {
    const [node] = Object.keys(cluster.findLeaderForPartitions(place.kafkaTopic, [place.partition]));
    if (node === undefined) throw new RetryableError(`Kafka: ${place.kafkaTopic}|${place.partition} has no leader`);
    nodes.set(node, [...(nodes.get(node) ?? []), place]);
  }
  return nodes;
}

async function offsets(
  cluster: Cluster,
  topic: string,
  partitions: readonly number[],
  fromBeginning: boolean,
): Promise<ReadonlyMap<number, number>> {
  const wanted = partitions.map((partition) => ({ partition }));
  const found = await cluster.fetchTopicsOffset([{ topic, partitions: wanted, fromBeginning }]);
  return new Map(
    found.flatMap(({ partitions: all }) => all.map(({ partition, offset }) => [partition, Number(offset)] as const)),
  );
}
