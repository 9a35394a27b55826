import type { TopicName } from '../../../schemas/topics.ts';
import type { Assignment, ConsumeOptions, Progress } from '../log.ts';
import { type CommittedOffsets, committedKey } from './committed.ts';
import type { Reading } from './delivery.ts';
import type { KafkaEngine } from './engine.ts';
import { checkTold, startPositions } from './start-positions.ts';

interface GroupMember {
  readonly engine: KafkaEngine;
  readonly groupId: string;
  readonly options: Pick<ConsumeOptions, 'topics' | 'startAt'>;
  readonly offsets: CommittedOffsets;
}

/**
 * Where to read in the partitions that a member was given, by topic as the brokers call it. `before`: what it has read
 * without a break, so that nobody else can have had it. Throws UsageError when the log ends before what was told of it.
 */
export async function givenPositions(
  { engine, groupId, options, offsets }: GroupMember,
  given: Readonly<Record<string, readonly number[]>>,
  before: ReadonlyMap<string, number>,
  holds: Assignment['holds'],
): Promise<readonly Reading[]> {
  const partitionsOf = (topic: TopicName): readonly number[] => given[engine.catalogue.topic(topic).kafkaTopic] ?? [];
  const topics = options.topics.filter((topic) => partitionsOf(topic).length > 0);
  const told = topics.length === 0 ? new Map<string, Progress>() : await offsets.read(topics);
  const startAt = async (topic: TopicName, partition: number): Promise<number> => {
    const key = committedKey(topic, partition);
    const committed = told.get(key) ?? null;
    const reached = before.get(key);
    const kept = reached !== undefined && (committed?.next ?? 0) <= reached;
    return options.startAt(topic, partition, { committed, shared: true, kept, holds });
  };
  const readings: Reading[] = [];
  for (const topic of topics) {
    const partitions = partitionsOf(topic);
    const next = (partition: number): number => told.get(committedKey(topic, partition))?.next ?? 0;
    await checkTold(engine, topic, new Map(partitions.map((partition) => [partition, next(partition)])), groupId);
    readings.push(...(await startPositions(engine, topic, partitions, startAt)));
  }
  return readings;
}
