import type { Kafka } from 'kafkajs';
import type { TopicName } from '../../../../schemas/topics.ts';
import type { CommittedOffset } from '../../log.ts';
import type { KafkaCatalogue } from '../topics/catalogue.ts';
import { kafkaError } from '../client/errors.ts';

/** The committed offsets of a group, by `committedKey`. RetryableError when brokers cannot be reached. */
export interface CommittedOffsetReader {
  readonly read: (topics: readonly TopicName[]) => Promise<ReadonlyMap<string, CommittedOffset>>;
  readonly close: () => Promise<void>;
}

export const committedKey = (topic: TopicName, partition: number): string => `${topic}|${partition}`;

/** Reads over a connection of its own, opened by the first call. */
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
            const committed = partitions.filter(({ offset }) => name !== undefined && Number(offset) >= 0);
            return committed.map(({ partition, offset, metadata }): [string, CommittedOffset] => [
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
