import { type TopicName, topicNames, topics } from '../../../../schemas/topics.ts';
import { UsageError } from '../../../errors.ts';

/** Partition count of each topic, by its name without prefix. */
export type PartitionCounts = Readonly<Partial<Record<TopicName, number>>>;

/**
 * Throws UsageError when a topic's partition count differs from that at its creation, or from that of another topic with the
 * same key: then its keys are in other partitions than the state and the records that belong to them.
 * @param written counts recorded at the creation of the log; null when none were
 */
export function checkPartitionCounts(counts: PartitionCounts, written: PartitionCounts | null, prefix: string): void {
  for (const name of topicNames) {
    const [is, was] = [counts[name], written?.[name]];
    if (was === undefined || is === was) continue;
    throw new UsageError(
      `Kafka: ${prefix}${name} has ${is ?? 0} partitions and was made with ${was}: its keys have moved away from the state and the records that belong to them. ${remedy}`,
    );
  }
  const first = new Map<string, TopicName>();
  for (const name of topicNames) {
    const { key, environment } = topics[name];
    const other = first.get(`${environment} ${key}`) ?? name;
    first.set(`${environment} ${key}`, other);
    if (counts[name] === counts[other]) continue;
    throw new UsageError(
      `Kafka: ${prefix}${name} has ${counts[name] ?? 0} partitions and ${prefix}${other} ${counts[other] ?? 0}: both have the same key (${key}) and need the same number. ${remedy}`,
    );
  }
}

/** Brokers can add partitions and cannot remove any. */
const remedy =
  'Delete the topic that differs if it is empty, and run attestry topics apply with ATTESTRY_TOPIC_PARTITIONS set to the right number; otherwise begin a new log under another ATTESTRY_TOPIC_PREFIX.';
