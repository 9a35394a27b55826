import kafkajs, { type Kafka } from 'kafkajs';
import { type TopicName, topicNames } from '../../../../schemas/topics.ts';
import { UsageError } from '../../../errors.ts';
import type { PartitionRange } from '../../log.ts';
import type { LogInspection, LostRecords } from '../../lost-records.ts';
import { kafkaError } from '../client/errors.ts';
import type { KafkaReader } from '../wire/reader.ts';
import { type LogIdentity, lossIn, readIdentity } from './log-identity.ts';
import type { PartitionCounts } from './partition-counts.ts';
import { deletingSettings } from './wanted-topics.ts';

export interface InspectorOptions {
  readonly kafka: Kafka;
  readonly reader: KafkaReader;
  readonly prefix: string;
  readonly clusterId: string;
  readonly counts: PartitionCounts;
}

/** Compares the topics with what the log's identity has recorded of them. */
export interface LogInspector {
  /** Whether the beginning of a partition is lost. */
  readonly lossOf: (topic: TopicName, range: PartitionRange) => PartitionRange['lost'];
  /** Topics with another id than the log began with. */
  readonly replaced: () => Promise<readonly TopicName[]>;
  /** Reads everything again, also which losses the operator has accepted meanwhile. RetryableError if brokers are away. */
  readonly inspect: () => Promise<LogInspection>;
}

export function createInspector(options: InspectorOptions, opened: LogIdentity): LogInspector {
  const { reader, prefix, clusterId, counts } = options;
  let identity = opened;
  const named = (name: TopicName): string => `${prefix}${name}`;

  const lostRecords = async (topic: TopicName): Promise<readonly LostRecords[]> => {
    const all = Array.from({ length: counts[topic] ?? 0 }, (_, partition) => partition);
    return (await reader.ranges(named(topic), all)).flatMap((range) => {
      const lost = lossIn(identity, topic, range);
      const { partition, low: below } = range;
      return lost === undefined ? [] : [{ topic, partition, below, accepted: lost === 'accepted' }];
    });
  };

  const compareIds = async (): Promise<Pick<LogInspection, 'missing' | 'replaced'>> => {
    const ids = await reader.topicIds(topicNames.map(named));
    return {
      missing: ids.size === 0 ? [] : topicNames.filter((name) => !ids.has(named(name))),
      replaced: topicNames.filter((name) => {
        const [began, is] = [identity.topicIds[name], ids.get(named(name))];
        return began !== undefined && is !== undefined && began !== is;
      }),
    };
  };

  return {
    lossOf: (topic, range) => lossIn(identity, topic, range),
    replaced: async () => (await compareIds()).replaced,
    inspect: async () => {
      identity = (await readIdentity(reader, prefix, clusterId)) ?? identity;
      const compared = await compareIds();
      const lost: LostRecords[] = [];
      const present = topicNames.filter((name) => !compared.missing.includes(name));
      for (const topic of present) lost.push(...(await lostRecords(topic)));
      return { lost, ...compared, settings: await settingsThatDelete(options, present) };
    },
  };
}

/** Throws UsageError: positions, state and tables belong to the topics that were deleted. */
export function refuseReplaced(replaced: readonly TopicName[], prefix: string): void {
  const [first] = replaced;
  if (first === undefined) return;
  throw new UsageError(
    `Kafka: ${replaced.map((name) => `${prefix}${name}`).join(', ')} ${replaced.length === 1 ? 'is not the topic' : 'are not the topics'} that the log began with, but created again under the same name: the former records are lost. ` +
      `Restore them from a backup of the brokers. If they were empty, or are given up, run attestry topics accept-loss ${first} (docs/runbooks/records-lost.md).`,
  );
}

/** A user without the right to read settings sees none; `attestry doctor` and `topics apply` report that. */
async function settingsThatDelete(
  { kafka, prefix }: InspectorOptions,
  names: readonly TopicName[],
): Promise<readonly string[]> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name: `${prefix}${name}`,
        configNames: ['cleanup.policy', 'retention.ms', 'retention.bytes'],
      })),
    });
    const byName = new Map(
      resources.map(({ resourceName, configEntries }) => [
        resourceName,
        new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
      ]),
    );
    return names.flatMap((name) =>
      deletingSettings(name, byName.get(`${prefix}${name}`) ?? new Map()).map((one) => `${prefix}${name}: ${one}`),
    );
  } catch (error) {
    if (kafkaError(error, 'reading the settings of the topics') instanceof UsageError) return [];
    throw kafkaError(error, 'reading the settings of the topics');
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
