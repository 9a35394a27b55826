import type { Kafka } from 'kafkajs';
import { type Environment, type TopicName, topicNames, topics } from '../../../../schemas/topics.ts';
import { UsageError } from '../../../errors.ts';
import { kafkaError } from '../client/errors.ts';
import type { KafkaConnection } from '../client/options.ts';
import { withListenerFinding } from '../client/probe-listener.ts';
import { identityTopic } from './log-identity.ts';

/** The topics of this program, as the brokers have them. */
export interface KafkaCatalogue {
  readonly prefix: string;
  readonly topic: (name: TopicName) => KafkaTopic;
  /** Throws when the topic has no such partition. */
  readonly checkPartition: (name: TopicName, partition: number) => void;
}

interface KafkaTopic {
  readonly kafkaTopic: string;
  readonly partitions: number;
  readonly environment: Environment;
}

/** Reads the topics. Throws UsageError that names missing ones and the remedy. */
export async function readCatalogue(
  kafka: Kafka,
  connection: KafkaConnection,
  prefix: string,
): Promise<KafkaCatalogue & { readonly clusterId: string }> {
  const { counts, clusterId } = await describe(kafka, connection);
  const wanted = [...topicNames.map((name) => `${prefix}${name}`), identityTopic(prefix)];
  const missing = wanted.filter((name) => !counts.has(name));
  if (missing.length > 0) {
    throw new UsageError(
      `Kafka lacks ${missing.length} of ${wanted.length} topics, or this user may not describe them: ` +
        `${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}. Create them with attestry topics apply.`,
    );
  }
  const entries = new Map<TopicName, KafkaTopic>(
    topicNames.map((name) => {
      const kafkaTopic = `${prefix}${name}`;
      return [name, { kafkaTopic, partitions: counts.get(kafkaTopic) ?? 0, environment: topics[name].environment }];
    }),
  );
  const topic = (name: TopicName): KafkaTopic => {
    const entry = entries.get(name);
    if (entry === undefined) throw new TypeError(`${name as string} is not a topic`);
    return entry;
  };
  return {
    prefix,
    clusterId,
    topic,
    checkPartition: (name, partition) => {
      const { partitions } = topic(name);
      if (Number.isInteger(partition) && partition >= 0 && partition < partitions) return;
      throw new RangeError(`topic ${name} has partitions 0 to ${partitions - 1}, not ${partition}`);
    },
  };
}

/** Partition count of every topic that the user may describe. */
async function describe(
  kafka: Kafka,
  connection: KafkaConnection,
): Promise<{ readonly counts: ReadonlyMap<string, number>; readonly clusterId: string }> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { topics: found } = await admin.fetchTopicMetadata();
    const { clusterId } = await admin.describeCluster();
    return { counts: new Map(found.map(({ name, partitions }) => [name, partitions.length])), clusterId };
  } catch (error) {
    throw await withListenerFinding(kafkaError(error, 'reading the topics'), connection);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
