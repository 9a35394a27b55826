import kafkajs, { type Admin, type ITopicMetadata } from 'kafkajs';
import { type TopicName, topicNames } from '../../../../schemas/topics.ts';
import { backOffMs, pause } from '../../../async/async.ts';
import { RetryableError } from '../../../errors.ts';
import { createClients, type KafkaClients } from '../client/connect.ts';
import { kafkaError } from '../client/errors.ts';
import { withListenerFinding } from '../client/probe-listener.ts';
import { type KafkaOptions, timingsOf } from '../client/options.ts';
import { identityRecord, identityTopic, type LogIdentity, readIdentity } from './log-identity.ts';
import type { PartitionCounts } from './partition-counts.ts';
import { createSender } from '../wire/producer.ts';
import { createReader, type KafkaReader } from '../wire/reader.ts';
import { differencesOf, type TopicDifferences, type WantedTopic, wantedTopics } from './wanted-topics.ts';

export interface ApplyOptions extends KafkaOptions {
  /** Partitions and replicas of topics that do not exist yet. */
  readonly partitions: number;
  readonly replication: number;
  /** Reports what exists and what would be created, and changes nothing. */
  readonly dryRun?: boolean;
}

/** Result for one topic. Existing topics are never altered; each difference is reported as a sentence. */
export interface TopicReport extends TopicDifferences {
  readonly topic: string;
  readonly state: 'created' | 'missing' | 'same' | 'differs';
}

/** Creates the topics that are missing, and gives the log its identity if it has none. Errors as of `openKafkaLog`. */
export async function applyKafkaTopics(options: ApplyOptions): Promise<readonly TopicReport[]> {
  const { prefix = 'attestry.', dryRun = false } = options;
  const clients = createClients(options);
  const admin = clients.kafka.admin();
  const created = new Set<string>();
  const apply = async (): Promise<readonly TopicReport[]> => {
    const wanted = wantedTopics(prefix, options);
    const before = await describeTopics(admin);
    if (before.has(identityTopic(prefix))) await refuseOtherLog(clients, admin, prefix);
    const missing = wanted.filter(({ topic }) => !before.has(topic));
    if (!dryRun) await create(admin, missing, created);
    const present = wanted.filter(({ topic }) => before.has(topic) && !created.has(topic));
    const configs = await describeConfigs(admin, present);
    if (!dryRun) {
      const { clusterId } = await admin.describeCluster();
      const counts = new Map(
        wanted.map(({ topic, partitions }) => [topic, before.get(topic)?.partitions.length ?? partitions]),
      );
      const partitions = Object.fromEntries(topicNames.map((name) => [name, counts.get(`${prefix}${name}`)]));
      await ensureIdentity(clients, options, prefix, { clusterId, partitions });
    }
    return wanted.map((want) => {
      const found = before.get(want.topic);
      if (found === undefined || created.has(want.topic))
        return { topic: want.topic, state: dryRun ? 'missing' : 'created', differences: [], matters: false };
      const compared = differencesOf(want, found, configs.get(want.topic) ?? new Map());
      return { topic: want.topic, state: compared.differences.length === 0 ? 'same' : 'differs', ...compared };
    });
  };
  try {
    await admin.connect();
    return await onceKnown(apply);
  } catch (error) {
    throw await withListenerFinding(kafkaError(error, 'applying the topics'), options);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** Nothing is created beside the log of another data format. */
async function refuseOtherLog({ openCluster }: KafkaClients, admin: Admin, prefix: string): Promise<void> {
  const reader = createReader(openCluster);
  try {
    await readIdentity(reader, prefix, (await admin.describeCluster()).clusterId);
  } finally {
    await reader.close();
  }
}

async function describeTopics(admin: Admin): Promise<ReadonlyMap<string, ITopicMetadata>> {
  const { topics: found } = await admin.fetchTopicMetadata();
  return new Map(found.map((topic) => [topic.name, topic]));
}

/** Creates topics one at a time, so that the result of each is known. RetryableError if a topic exists by now. */
async function create(admin: Admin, missing: readonly WantedTopic[], created: Set<string>): Promise<void> {
  for (const { topic, partitions, replication, configs } of missing) {
    const isNew = await admin.createTopics({
      waitForLeaders: true,
      timeout: 30_000,
      topics: [
        {
          topic,
          numPartitions: partitions,
          replicationFactor: replication,
          configEntries: Object.entries(configs).map(([name, value]) => ({ name, value })),
        },
      ],
    });
    if (!isNew) throw new RetryableError(`Kafka: topic ${topic} was created meanwhile`);
    created.add(topic);
  }
}

async function describeConfigs(
  admin: Admin,
  present: readonly WantedTopic[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  if (present.length === 0) return new Map();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: present.map(({ topic, configs, defaults }) => {
      const configNames = Object.keys({ ...configs, ...defaults });
      return { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames };
    }),
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => [
      resourceName,
      new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
    ]),
  );
}

/** For some seconds after a topic was created or deleted, brokers disagree on whether it exists. */
async function onceKnown<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + leaderLimitMs;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const passes = kafkaError(error, 'applying the topics') instanceof RetryableError;
      if (!passes || performance.now() > deadline) throw error;
      await pause(backOffMs(leaderPauses, failures));
    }
  }
}

const leaderLimitMs = 15_000;
const leaderPauses = { firstRetryMs: 200, longestRetryMs: 2_000 };

/** Ids of the topics that have none in the log's identity yet. */
async function newTopicIds(
  reader: KafkaReader,
  prefix: string,
  identity: LogIdentity | null,
): Promise<Readonly<Partial<Record<TopicName, string>>>> {
  const names = topicNames.filter((name) => identity?.topicIds[name] === undefined);
  const ids = await reader.topicIds(names.map((name) => `${prefix}${name}`));
  return Object.fromEntries(
    names.flatMap((name) => {
      const id = ids.get(`${prefix}${name}`);
      return id === undefined ? [] : [[name, id]];
    }),
  );
}

/** Writes the identity of a new log, and the ids of topics that it lacks. */
async function ensureIdentity(
  { kafka, openCluster }: KafkaClients,
  options: KafkaOptions,
  prefix: string,
  { clusterId, partitions }: { readonly clusterId: string; readonly partitions: PartitionCounts },
): Promise<void> {
  const reader = createReader(openCluster);
  const sender = createSender(kafka, timingsOf(options), options.logger);
  try {
    const known = await readIdentity(reader, prefix, clusterId);
    if (known === null) await sender.send([identityRecord(prefix, { partitions })]);
    const topicIds = await newTopicIds(reader, prefix, known);
    if (Object.keys(topicIds).length > 0) await sender.send([identityRecord(prefix, { topicIds })]);
  } finally {
    await Promise.all([reader.close(), sender.close()]);
  }
}
