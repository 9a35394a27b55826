import type { Assignment } from '../../../infra/log/log.ts';
import { type TopicName } from '../../../schemas/topics.ts';
import { deadLetterTopicOf } from '../parking.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { createReader } from './reader.ts';

/** The input records that a processor has parked, read from the dead letters. */
export interface DeadLettered {
  /** Reads the dead letters since the last call. */
  readonly load: (assignment: Assignment) => Promise<void>;
  readonly has: (partition: number, offset: number) => boolean;
}

/**
 * For state that is folded again: a parked record had no part in the emitted outputs, so it is left out of the state even if
 * this version would accept it. It counts once it is appended again, as another record. Dead letters expire after 90 days.
 */
export function createDeadLettered(
  deps: Pick<RuntimeDeps, 'log' | 'codec'>,
  { name, input }: { readonly name: string; readonly input: TopicName },
  supervision: Pick<Supervision, 'retry'>,
): DeadLettered {
  const topic = deadLetterTopicOf(input);
  const read = new Map<string, number>();
  const parked = new Set<string>();
  return {
    load: async (assignment) => {
      const reader = createReader(deps, supervision, assignment);
      for await (const letter of reader.unread(topic, read)) {
        if (letter.processor === name && letter.topic === input) parked.add(nameOf(letter.partition, letter.offset));
      }
    },
    has: (partition, offset) => parked.has(nameOf(partition, offset)),
  };
}

const nameOf = (partition: number, offset: number): string => `${partition}/${offset}`;
