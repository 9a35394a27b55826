import type { LogRecord } from '../infra/log/log.ts';
import { UndecodableValue } from '../schemas/codec.ts';
import type { TopicName, ValueOf } from '../schemas/topics.ts';
import type { Engine } from './engine.ts';
import { pagesOfPartition } from './read-partition.ts';

export interface DecodedRecord<T extends TopicName> {
  readonly record: LogRecord;
  /** Null when the bytes cannot be read with any known schema. */
  readonly value: ValueOf<T> | null;
}

export interface ReadingTopic {
  /** Offset to begin at, by partition; from the start where it has none. */
  readonly from?: ReadonlyMap<number, number>;
  /** Records that are not wanted are neither decoded nor given. */
  readonly wanted?: (record: LogRecord) => boolean;
  /** Throws UsageError where a partition cannot be read to its end. */
  readonly whole?: boolean;
}

/** Every record of a topic up to the ends seen at the start, partition by partition, decoded. */
export async function* readTopic<T extends TopicName>(
  engine: Pick<Engine, 'log' | 'codec'>,
  topic: T,
  { from: starts = new Map(), wanted = () => true, whole = false }: ReadingTopic = {},
): AsyncGenerator<DecodedRecord<T>> {
  for (const { partition, low, end } of await engine.log.ranges(topic)) {
    const from = Math.max(low, starts.get(partition) ?? 0);
    for await (const page of pagesOfPartition(engine.log, { topic, partition, from, end, whole })) {
      const records = page.filter(wanted);
      await engine.codec.prepare(records.map((record) => record.value));
      for (const record of records) yield { record, value: decodeOrNull(engine, topic, record) };
    }
  }
}

/** The newest value of every key of a topic. */
export async function newestValues<T extends TopicName>(
  engine: Engine,
  topic: T,
): Promise<ReadonlyMap<string, { readonly value: ValueOf<T>; readonly record: LogRecord }>> {
  const newest = new Map<string, { readonly value: ValueOf<T>; readonly record: LogRecord }>();
  for await (const { record, value } of readTopic(engine, topic)) {
    if (value !== null) newest.set(record.key?.toString('utf8') ?? '', { value, record });
  }
  return newest;
}

export function decodeOrNull<T extends TopicName>(
  engine: Pick<Engine, 'codec'>,
  topic: T,
  record: LogRecord,
): ValueOf<T> | null {
  if (record.value === null) return null;
  try {
    return engine.codec.decode(topic, record.value);
  } catch (error) {
    if (error instanceof UndecodableValue) return null;
    throw error;
  }
}
