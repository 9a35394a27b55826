import { randomUUID } from 'node:crypto';
import kafkajs, { type Admin, type ITopicMetadata } from 'kafkajs';
import { type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import { RetryableError } from '../../errors.ts';
import { backOff } from './back-off.ts';
import { createClients, type KafkaClients } from './connect.ts';
import { kafkaError } from './kafka-errors.ts';
import { type KafkaOptions, timingsOf } from './kafka-options.ts';
import { identityTopic, readIdentity } from './log-identity.ts';
import { largestRecordBytes } from './prepare.ts';
import { createSender } from './producer.ts';
import { createReader } from './reader.ts';

export interface ApplyOptions extends KafkaOptions {
  /** Partitions and replicas of topics that do not exist yet. */
  readonly partitions: number;
  readonly replication: number;
  /** Only says what there is and what would be created. */
  readonly dryRun?: boolean;
}

/** What became of one topic. Nothing that exists is ever altered: what differs is told, one sentence each. */
export interface TopicReport {
  readonly topic: string;
  readonly state: 'created' | 'missing' | 'same' | 'differs';
  readonly differences: readonly string[];
  /** A difference loses records or refuses them; the others are a matter of size. */
  readonly matters: boolean;
}

interface Wanted {
  readonly topic: string;
  readonly partitions: number;
  readonly replication: number;
  readonly configs: Readonly<Record<string, string>>;
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
    const missing = wanted.filter(({ topic }) => !before.has(topic));
    if (!dryRun) await create(admin, missing, created);
    const present = wanted.filter(({ topic }) => before.has(topic) && !created.has(topic));
    const configs = await describeConfigs(admin, present);
    if (!dryRun) {
      const { clusterId } = await admin.describeCluster();
      await ensureIdentity(clients, options, prefix, clusterId);
    }
    return wanted.map((want) => {
      const found = before.get(want.topic);
      if (found === undefined || created.has(want.topic))
        return { topic: want.topic, state: dryRun ? 'missing' : 'created', differences: [], matters: false };
      const differences = compare(want, found, configs.get(want.topic) ?? new Map());
      const matters = [...losing].some((name) => isOther(want, configs.get(want.topic), name));
      return { topic: want.topic, state: differences.length === 0 ? 'same' : 'differs', differences, matters };
    });
  };
  try {
    await admin.connect();
    return await onceKnown(apply);
  } catch (error) {
    throw kafkaError(error, 'applying the topics');
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

function wantedTopics(prefix: string, { partitions, replication }: ApplyOptions): readonly Wanted[] {
  const durability = { ...(replication >= 3 ? { 'min.insync.replicas': '2' } : {}) };
  const wanted = topicNames.map((name) => {
    return { topic: `${prefix}${name}`, partitions, replication, configs: { ...configsOf(name), ...durability } };
  });
  const identity = { 'cleanup.policy': 'compact', 'retention.ms': '-1', ...durability };
  return [...wanted, { topic: identityTopic(prefix), partitions: 1, replication, configs: identity }];
}

function configsOf(name: TopicName): Readonly<Record<string, string>> {
  const { cleanup, retentionMs } = topics[name];
  return {
    'cleanup.policy': cleanup,
    'retention.ms': String(retentionMs ?? -1),
    'retention.bytes': '-1',
    'message.timestamp.type': 'CreateTime',
    'max.message.bytes': String(largestRecordBytes),
  };
}

async function describeTopics(admin: Admin): Promise<ReadonlyMap<string, ITopicMetadata>> {
  const { topics: found } = await admin.fetchTopicMetadata();
  return new Map(found.map((topic) => [topic.name, topic]));
}

/** One at a time, so that what becomes of each is known. RetryableError when one is there after all. */
async function create(admin: Admin, missing: readonly Wanted[], created: Set<string>): Promise<void> {
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
  present: readonly Wanted[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  if (present.length === 0) return new Map();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: present.map(({ topic, configs }) => {
      return { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: Object.keys(configs) };
    }),
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => [
      resourceName,
      new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
    ]),
  );
}

/** Set otherwise, records go that are to stay, get another time, or do not fit. */
const losing: ReadonlySet<string> = new Set([
  'cleanup.policy',
  'retention.ms',
  'retention.bytes',
  'message.timestamp.type',
  'max.message.bytes',
]);

const isOther = (want: Wanted, configs: ReadonlyMap<string, string> | undefined, name: string): boolean => {
  const is = configs?.get(name);
  return is !== undefined && want.configs[name] !== undefined && is !== want.configs[name];
};

function compare(want: Wanted, found: ITopicMetadata, configs: ReadonlyMap<string, string>): readonly string[] {
  const differences: string[] = [];
  const partitions = found.partitions.length;
  if (partitions !== want.partitions) {
    differences.push(
      `it has ${partitions} partitions, not ${want.partitions}; the number stays, because keys would move to other partitions`,
    );
  }
  const replicas = found.partitions[0]?.replicas.length ?? 0;
  if (replicas !== want.replication) differences.push(`it has ${replicas} replicas, not ${want.replication}`);
  for (const [name, value] of Object.entries(want.configs)) {
    const is = configs.get(name);
    if (is !== undefined && is !== value) differences.push(`${name} is ${is}, not ${value}`);
  }
  return differences;
}

/** A topic that was just created, or deleted, is for some seconds known to one broker and not to another. */
async function onceKnown<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + leaderLimitMs;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const told = kafkaError(error, 'applying the topics');
      if (!(told instanceof RetryableError) || performance.now() > deadline) throw told;
      await backOff(leaderPauses, failures, new AbortController().signal);
    }
  }
}

const leaderLimitMs = 15_000;
const leaderPauses = { firstRetryMs: 200, longestRetryMs: 2_000 };

async function ensureIdentity(
  { kafka, openCluster }: KafkaClients,
  options: KafkaOptions,
  prefix: string,
  clusterId: string,
): Promise<void> {
  const reader = createReader(openCluster);
  const sender = createSender(kafka, timingsOf(options), options.logger);
  try {
    if ((await readIdentity(reader, prefix, clusterId)) !== null) return;
    const message = { key: randomUUID(), value: '{}', partition: 0 };
    await sender.send([{ kafkaTopic: identityTopic(prefix), partition: 0, message, bytes: 100 }]);
  } finally {
    await Promise.all([reader.close(), sender.close()]);
  }
}
