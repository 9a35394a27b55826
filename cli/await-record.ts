import type { Consumption } from '../infra/log/log.ts';
import { topics, type TopicName, type ValueOf } from '../schemas/topics.ts';
import { CommandFailed } from './exit.ts';
import type { Engine } from './engine.ts';
import { decodeOrNull } from './read-topic.ts';

/** How long the CLI waits for a processor to answer, milliseconds. */
const answerTimeoutMs = 10_000;

/** Nobody answered in time: what was appended stays on the log, and is answered when a processor runs. */
export class NoAnswer extends CommandFailed {
  override readonly name = 'NoAnswer';
}

/** What is said when nobody answers. */
export const noAnswerWithin = (topic: TopicName, timeoutMs: number = answerTimeoutMs): string =>
  `no answer on ${topic} within ${timeoutMs / 1000} s: no processor of the ${topics[topic].environment} topics is running on this data directory; start one with attestry up`;

/** Next offset of every partition: where an answer to something appended after this call can first appear. */
export async function endsOf(engine: Engine, topic: TopicName): Promise<ReadonlyMap<number, number>> {
  return new Map((await engine.log.ranges(topic)).map(({ partition, end }) => [partition, end]));
}

export interface AwaitedRecord<V> {
  /** Next offset by partition, from before the question was appended. */
  readonly from: ReadonlyMap<number, number>;
  readonly matches: (value: V) => boolean;
  /** Whether somebody is still going to answer; asked each time the wait has taken as long as it may. */
  readonly isPending?: () => Promise<boolean>;
  readonly timeoutMs?: number;
}

/**
 * Waits for the first record of a topic, at or after `from`, that `matches`. Throws CommandFailed when none comes in ten
 * seconds, unless somebody is still going to answer.
 */
export async function awaitRecord<T extends TopicName>(
  engine: Engine,
  topic: T,
  { from, matches, isPending = async () => false, timeoutMs = answerTimeoutMs }: AwaitedRecord<ValueOf<T>>,
): Promise<ValueOf<T>> {
  const found: ValueOf<T>[] = [];
  let consumption: Consumption | undefined;
  const answered = new Promise<void>((resolve, reject) => {
    consumption = engine.log.consume({
      topics: [topic],
      group: null,
      maxRecords: 500,
      startAt: async (_, partition) => from.get(partition) ?? 0,
      onChunk: async (chunk) => {
        await engine.codec.prepare(chunk.records.map((record) => record.value));
        for (const record of chunk.records) {
          const value = decodeOrNull(engine, topic, record);
          if (value !== null && matches(value)) found.push(value);
        }
        if (found.length > 0) resolve();
      },
    });
    consumption.done.catch(reject);
  });
  try {
    // A long answer is worth waiting for as long as somebody is there to give it.
    do await withinTimeout(answered, timeoutMs);
    while (found.length === 0 && (await isPending()));
  } finally {
    await consumption?.stop();
  }
  const [first] = found;
  if (first !== undefined) return first;
  throw new NoAnswer(`${noAnswerWithin(topic, timeoutMs)}, and it will process what was appended`);
}

async function withinTimeout(answered: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    await Promise.race([answered, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
