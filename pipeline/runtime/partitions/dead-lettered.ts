import type { Assignment } from '../../../infra/log/log.ts';
import { type TopicName } from '../../../schemas/topics.ts';
import { decodeChunk } from '../batch.ts';
import { deadLetterTopicOf } from '../parking.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { pagesOf, readsOf } from './pages.ts';

/** Which records of its input a processor has parked, as the dead letters have it. */
export interface DeadLettered {
  /** Reads the dead letters that came since this was called last. */
  readonly look: (assignment: Assignment) => Promise<void>;
  readonly has: (partition: number, offset: number) => boolean;
}

/**
 * For state that is folded again: what was parked had no part in what was said, so it has none in the state either, even if
 * it would be accepted today. It counts once it is appended again, as a record of its own. Dead letters are kept for 90 days.
 */
export function createDeadLettered(
  { log, codec }: Pick<RuntimeDeps, 'log' | 'codec'>,
  { name, input }: { readonly name: string; readonly input: TopicName },
  supervision: Pick<Supervision, 'retry'>,
): DeadLettered {
  const topic = deadLetterTopicOf(input);
  const read = new Map<number, number>();
  const parked = new Set<string>();
  return {
    look: async (assignment) => {
      const reads = readsOf(log, supervision, assignment);
      for (const { partition, low, end } of await reads.ranges(topic)) {
        const from = Math.max(low, read.get(partition) ?? 0);
        for await (const page of pagesOf(reads, { topic, partition, from, end })) {
          await supervision.retry(() => codec.prepare(page.records.map((record) => record.value)));
          for (const { value: letter } of decodeChunk<typeof topic>(codec, page)) {
            if (letter.processor === name && letter.topic === input)
              parked.add(nameOf(letter.partition, letter.offset));
          }
        }
        if (assignment.isOwned()) read.set(partition, end);
      }
    },
    has: (partition, offset) => parked.has(nameOf(partition, offset)),
  };
}

const nameOf = (partition: number, offset: number): string => `${partition}/${offset}`;
