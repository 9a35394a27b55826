import type { TopicName } from '../../../../schemas/topics.ts';
import type { Assignment, ConsumeOptions, CommittedOffset } from '../../log.ts';
import { type CommittedOffsetReader, committedKey } from './committed-offsets.ts';
import type { Reading } from '../consume/delivery.ts';
import type { KafkaEngine } from '../consume/engine.ts';
import { checkCommitted, startPositions } from '../consume/start-positions.ts';

interface GroupMember {
  readonly engine: KafkaEngine;
  readonly groupId: string;
  readonly options: Pick<ConsumeOptions, 'topics' | 'startAt'>;
  readonly offsets: CommittedOffsetReader;
}

/**
 * Positions from which to read the partitions assigned to a member. `assigned` has Kafka's topic names. `before` is how far
 * the member has read partitions that it has owned without interruption. Throws UsageError when the log ends before a
 * committed offset.
 */
export async function assignedPositions(
  { engine, groupId, options, offsets }: GroupMember,
  assigned: Readonly<Record<string, readonly number[]>>,
  before: ReadonlyMap<string, number>,
  isOwned: Assignment['isOwned'],
): Promise<readonly Reading[]> {
  const partitionsOf = (topic: TopicName): readonly number[] =>
    assigned[engine.catalogue.topic(topic).kafkaTopic] ?? [];
  const topics = options.topics.filter((topic) => partitionsOf(topic).length > 0);
  const allCommitted = topics.length === 0 ? new Map<string, CommittedOffset>() : await offsets.read(topics);
  const startAt = async (topic: TopicName, partition: number): Promise<number> => {
    const key = committedKey(topic, partition);
    const committed = allCommitted.get(key) ?? null;
    const reached = before.get(key);
    const retained = reached !== undefined && (committed?.offset ?? 0) <= reached;
    return options.startAt(topic, partition, { committed, shared: true, retained, isOwned });
  };
  const readings: Reading[] = [];
  for (const topic of topics) {
    const partitions = partitionsOf(topic);
    const next = (partition: number): number => allCommitted.get(committedKey(topic, partition))?.offset ?? 0;
    await checkCommitted(engine, topic, new Map(partitions.map((partition) => [partition, next(partition)])), groupId);
    readings.push(...(await startPositions(engine, topic, partitions, startAt)));
  }
  return readings;
}
