import { UsageError } from '../../../errors.ts';
import type { TopicName } from '../../../../schemas/topics.ts';
import type { PartitionRange } from '../../log.ts';
import type { Reading } from './delivery.ts';
import type { KafkaCatalogue } from '../topics/catalogue.ts';
import { refuseLost } from '../../lost-records.ts';
import type { Logger } from '../../../logger.ts';
import type { KafkaEngine } from './engine.ts';
import type { KafkaReader } from '../wire/reader.ts';

type PositionSource = Pick<KafkaEngine, 'catalogue' | 'reader' | 'lossOf'>;

/**
 * Start positions for some partitions of a topic. They are checked first, because a client resets to another offset when the
 * broker does not have the requested one. Expired offsets are skipped. Throws UsageError for an offset beyond the end, and for
 * a deleted one of a topic that is kept for ever.
 */
export async function startPositions(
  engine: PositionSource & { readonly logger?: Logger | undefined },
  topic: TopicName,
  partitions: readonly number[],
  startAt: (topic: TopicName, partition: number) => Promise<number>,
): Promise<readonly Reading[]> {
  const { catalogue, reader, logger } = engine;
  const { kafkaTopic } = catalogue.topic(topic);
  const wanted = new Map<number, number>();
  for (const partition of partitions) wanted.set(partition, await startAt(topic, partition));
  const ranges = await reader.ranges(kafkaTopic, partitions);
  return ranges.map((range) => {
    const { partition, low } = range;
    const from = wanted.get(partition) ?? Number.NaN;
    const next = firstReadable(engine, topic, range, from);
    if (from > 0 && from < low) {
      logger?.warn({ topic, partition, from, low }, 'records had expired, or were given up, before they were read');
    }
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

/** The first readable offset from `next` on; errors as of `startPositions`. */
export function firstReadable(
  { lossOf }: Pick<KafkaEngine, 'lossOf'>,
  topic: TopicName,
  range: PartitionRange,
  next: number,
): number {
  const { partition, low, end } = range;
  if (next >= 0 && next <= end) {
    refuseLost(topic, { ...range, lost: lossOf(topic, range) }, next);
    return Math.max(next, low);
  }
  throw new UsageError(
    `Topic ${topic}, partition ${partition}: offset ${next} is to be read next, but the log ends at ${end}. ` +
      'The log and what was made of it do not belong together: restore both from the same backup, or rebuild.',
  );
}
