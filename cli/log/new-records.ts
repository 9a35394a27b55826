import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import type { Engine } from '../engine/open-engine.ts';
import { pagesOfPartition } from './read-partition.ts';
import { decodeOrNull } from './read-topic.ts';

/** Values appended to a topic since the previous call, from the start of the log at the first one. */
export function newRecords<T extends TopicName>(
  { log, codec }: Pick<Engine, 'log' | 'codec'>,
  topic: T,
): () => Promise<readonly ValueOf<T>[]> {
  const next = new Map<number, number>();
  return async () => {
    const values: ValueOf<T>[] = [];
    for (const { partition, low, end } of await log.ranges(topic)) {
      let from = Math.max(next.get(partition) ?? 0, low);
      for await (const records of pagesOfPartition(log, { topic, partition, from, end })) {
        await codec.prepare(records.map(({ value }) => value));
        for (const record of records) {
          const value = decodeOrNull({ codec }, topic, record);
          if (value !== null) values.push(value);
        }
        from = (records.at(-1)?.offset ?? end) + 1;
      }
      next.set(partition, Math.max(from, next.get(partition) ?? 0));
    }
    return values;
  };
}
