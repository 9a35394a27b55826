import type { LogRecord } from '../../infra/log/log.ts';
import { UndecodableValue } from '../../schemas/framed-value.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import type { Engine } from '../engine/open-engine.ts';
import { pagesOfPartition } from './read-partition.ts';

export interface DecodedRecord<T extends TopicName> {
  readonly record: LogRecord;
  /** The decoded value; null when no known schema can read the bytes. */
  readonly value: ValueOf<T> | null;
}

export interface ReadingTopic {
  /** Offset to begin at, by partition; partitions without one are read from the start. */
  readonly from?: ReadonlyMap<number, number>;
  /** Records that it rejects are neither decoded nor returned. */
  readonly wanted?: (record: LogRecord) => boolean;
  /** Throws UsageError where a partition cannot be read to its end. */
  readonly whole?: boolean;
}

/** All records of a topic up to the end offsets at the time of the call, decoded, partition by partition. */
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
