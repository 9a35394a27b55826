import type { Kafka } from 'kafkajs';
import type { TopicName } from '../../../schemas/topics.ts';
import type { CommittedOffset } from '../log.ts';
import type { KafkaCatalogue } from './kafka-catalogue.ts';
import { kafkaError } from './kafka-errors.ts';

/** What the members of a group last told, by topic and partition. RetryableError when brokers cannot be reached. */
export interface CommittedOffsetReader {
  readonly read: (topics: readonly TopicName[]) => Promise<ReadonlyMap<string, CommittedOffset>>;
  readonly close: () => Promise<void>;
}

export const committedKey = (topic: TopicName, partition: number): string => `${topic}|${partition}`;

/** Reads them over a connection of its own, which is made when it is first asked. */
export function createCommittedOffsetReader(
  kafka: Kafka,
  catalogue: KafkaCatalogue,
  groupId: string,
): CommittedOffsetReader {
  const admin = kafka.admin();
  let connected: Promise<void> | null = null;
  return {
    read: async (names) => {
      const topics = new Map(names.map((name) => [catalogue.topic(name).kafkaTopic, name]));
      try {
        connected ??= admin.connect();
        await connected;
        const found = await admin.fetchOffsets({ groupId, topics: [...topics.keys()] });
        return new Map(
          found.flatMap(({ topic, partitions }) => {
            const name = topics.get(topic);
            const told = partitions.filter(({ offset }) => name !== undefined && Number(offset) >= 0);
            return told.map(({ partition, offset, metadata }): [string, CommittedOffset] => [
              committedKey(name ?? 'observations', partition),
              { offset: Number(offset), metadata: metadata ?? '' },
            ]);
          }),
        );
      } catch (error) {
        connected = null;
        throw kafkaError(error, `reading the offsets of ${groupId}`);
      }
    },
    close: async () => {
      await connected?.catch(() => undefined);
      await admin.disconnect();
    },
  };
}
