import type { TopicName } from '../../../../schemas/topics.ts';
import { createClients } from '../client/connect.ts';
import { kafkaError } from '../client/errors.ts';
import type { KafkaOptions } from '../client/options.ts';

/** A commit for a partition, as a member of the group would make it. */
export interface PlacedOffset {
  readonly topic: TopicName;
  readonly partition: number;
  readonly next: number;
  readonly note: string;
}

/** Sets the committed offsets of a group without members. UsageError or RetryableError when that fails. */
export async function placeOffsets(
  options: KafkaOptions,
  group: string,
  offsets: readonly PlacedOffset[],
): Promise<void> {
  const { prefix = 'attestry.' } = options;
  const groupId = `${prefix}${group}`;
  const cluster = createClients(options).openCluster();
  try {
    await cluster.connect();
    const coordinator = await cluster.findGroupCoordinator({ groupId });
    const topics = [...new Set(offsets.map(({ topic }) => topic))].map((topic) => ({
      topic: `${prefix}${topic}`,
      partitions: offsets
        .filter((offset) => offset.topic === topic)
        .map(({ partition, next, note }) => ({ partition, offset: String(next), metadata: note })),
    }));
    await coordinator.offsetCommit({ groupId, groupGenerationId: -1, memberId: '', topics });
  } catch (error) {
    throw kafkaError(error, `setting the offsets of ${groupId}`);
  } finally {
    await cluster.disconnect().catch(() => undefined);
  }
}
