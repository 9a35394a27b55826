import { UsageError } from '../../../errors.ts';
import type { TopicName } from '../../../../schemas/topics.ts';
import type { PartitionRange } from '../../log.ts';
import type { Reading } from './delivery.ts';
import type { KafkaCatalogue } from '../topics/catalogue.ts';
import type { KafkaReader } from './reader.ts';

/**
 * Start positions for some partitions of a topic. They are checked first, because a client resets to another offset when the
 * broker does not have the requested one. Deleted offsets are skipped; an offset beyond the end throws UsageError.
 */
export async function startPositions(
  { catalogue, reader }: { readonly catalogue: KafkaCatalogue; readonly reader: KafkaReader },
  topic: TopicName,
  partitions: readonly number[],
  startAt: (topic: TopicName, partition: number) => Promise<number>,
): Promise<readonly Reading[]> {
  const { kafkaTopic } = catalogue.topic(topic);
  const wanted = new Map<number, number>();
  for (const partition of partitions) wanted.set(partition, await startAt(topic, partition));
  const ranges = await reader.ranges(kafkaTopic, partitions);
  return ranges.map((range) => {
    const next = within(topic, range, wanted.get(range.partition) ?? Number.NaN);
    return { topic, kafkaTopic, partition: range.partition, next, end: range.end };
  });
}

/** Checks committed offsets, by partition. A log that ends before one was recreated or truncated: UsageError. */
export async function checkCommitted(
  { catalogue, reader }: { readonly catalogue: KafkaCatalogue; readonly reader: KafkaReader },
  topic: TopicName,
  committed: ReadonlyMap<number, number>,
  groupId: string,
): Promise<void> {
  for (const { partition, end } of await reader.ranges(catalogue.topic(topic).kafkaTopic, [...committed.keys()])) {
    const next = committed.get(partition) ?? 0;
    if (next <= end) continue;
    throw new UsageError(
      `Topic ${topic}, partition ${partition}: the group ${groupId} has committed offset ${next}, but the log ends at ` +
        `${end}: the topic was recreated, or has lost its end. Restore it from the backup that the rest comes from. To ` +
        `start over with the present records, stop all members and delete the group ${groupId}.`,
    );
  }
}

/** The first readable offset from `next` on. */
export function within(topic: TopicName, { partition, low, end }: PartitionRange, next: number): number {
  if (next >= 0 && next <= end) return Math.max(next, low);
  throw new UsageError(
    `Topic ${topic}, partition ${partition}: offset ${next} is to be read next, but the log ends at ${end}. ` +
      'The log and what was made of it do not belong together: restore both from the same backup, or rebuild.',
  );
}
