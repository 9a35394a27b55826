import { withTimeout } from '../../infra/async/async.ts';
import type { Consumption } from '../../infra/log/log.ts';
import { topics, type TopicName, type ValueOf } from '../../schemas/topics.ts';
import { CommandFailed } from '../program/process/exit.ts';
import type { Engine } from '../engine/open-engine.ts';
import { decodeOrNull } from './read-topic.ts';

/** How long the CLI waits for a processor to answer, milliseconds. */
const answerTimeoutMs = 10_000;

/** No processor answered in time. The appended records stay on the log until a processor reads them. */
export class NoAnswer extends CommandFailed {
  override readonly name = 'NoAnswer';
}

/** The error message for a missing answer. */
export const noAnswerWithin = (topic: TopicName, timeoutMs: number = answerTimeoutMs): string =>
  `no answer on ${topic} within ${timeoutMs / 1000} s: no processor of the ${topics[topic].environment} topics is running on this data directory; start one with attestry up`;

/** End offset of every partition. Read it before an append: the answer cannot be at an earlier offset. */
export async function endsOf(engine: Engine, topic: TopicName): Promise<ReadonlyMap<number, number>> {
  return new Map((await engine.log.ranges(topic)).map(({ partition, end }) => [partition, end]));
}

export interface AwaitedRecord<V> {
  /** Offset to start reading at, by partition; taken before the request was appended. */
  readonly from: ReadonlyMap<number, number>;
  readonly matches: (value: V) => boolean;
  /** Whether a processor is still going to answer; called each time the timeout has passed. */
  readonly isPending?: () => Promise<boolean>;
  readonly timeoutMs?: number;
}

/**
 * Waits for the first record of a topic, at or after `from`, that `matches`. Throws NoAnswer when none arrives within
 * the timeout and `isPending` is false.
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
    // While a processor is running, a slow answer is worth waiting for.
    do await withTimeout(answered, timeoutMs, () => undefined);
    while (found.length === 0 && (await isPending()));
  } finally {
    await consumption?.stop();
  }
  const [first] = found;
  if (first !== undefined) return first;
  throw new NoAnswer(`${noAnswerWithin(topic, timeoutMs)}, and it will process what was appended`);
}
