import { isTopicName } from '../../../../schemas/topics.ts';
import type { PartitionCounts } from './partition-counts.ts';
import type { KafkaReader } from '../log/reader.ts';

export interface LogIdentity {
  readonly id: string;
  /** Partition counts at the creation of the topics; null when they were not recorded. */
  readonly partitions: PartitionCounts | null;
}

/** Internal topic with one partition, for the identity of the log. */
export const identityTopic = (prefix: string): string => `${prefix}log.identity`;

/**
 * Identity of the log: the id written when its topics were created, and the id of the cluster. The first distinguishes logs
 * that follow one another on a cluster; the second distinguishes a copy on another cluster, whose offsets differ. Null when
 * nothing was written yet. The first record counts; each has its own key, so compaction keeps all.
 */
export async function readIdentity(
  reader: KafkaReader,
  prefix: string,
  clusterId: string,
): Promise<LogIdentity | null> {
  const kafkaTopic = identityTopic(prefix);
  const [range] = await reader.ranges(kafkaTopic, [0]);
  if (range === undefined || range.low >= range.end) return null;
  const [first] = await reader.read({ kafkaTopic, partition: 0, from: range.low, end: range.end, maxRecords: 1 });
  const id = first?.key?.toString('utf8');
  return id === undefined
    ? null
    : { id: `${id}@${clusterId}`, partitions: countsIn(first?.value?.toString('utf8') ?? '') };
}

/** Value of the identity record. */
export const identityValue = (partitions: PartitionCounts): string => JSON.stringify({ partitions });

/** Earlier versions wrote `{}`. */
export function countsIn(value: string): PartitionCounts | null {
  const parsed = parsedOrNull(value) as { readonly partitions?: unknown } | null;
  const { partitions } = parsed ?? {};
  if (typeof partitions !== 'object' || partitions === null) return null;
  return Object.fromEntries(
    Object.entries(partitions).filter(([name, count]) => isTopicName(name) && Number.isSafeInteger(count)),
  );
}

function parsedOrNull(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
