import type { LogRecord } from '../infra/log/log.ts';
import { UndecodableValue } from '../schemas/codec.ts';
import type { TopicName, ValueOf } from '../schemas/topics.ts';
import type { Engine } from './engine.ts';

export interface DecodedRecord<T extends TopicName> {
  readonly record: LogRecord;
  /** Null when the bytes cannot be read with any known schema. */
  readonly value: ValueOf<T> | null;
}

const pageRecords = 1_000;

export interface ReadingTopic {
  /** Offset to begin at, by partition; from the start where it has none. */
  readonly from?: ReadonlyMap<number, number>;
  /** Records that are not wanted are neither decoded nor given. */
  readonly wanted?: (record: LogRecord) => boolean;
}

/** Every record of a topic up to the ends seen at the start, partition by partition, decoded. */
export async function* readTopic<T extends TopicName>(
  engine: Pick<Engine, 'log' | 'codec'>,
  topic: T,
  { from = new Map(), wanted = () => true }: ReadingTopic = {},
): AsyncGenerator<DecodedRecord<T>> {
  for (const { partition, low, end } of await engine.log.ranges(topic)) {
    let next = Math.max(low, from.get(partition) ?? 0);
    while (next < end) {
      const page = await engine.log.read({ topic, partition, from: next, maxRecords: pageRecords });
      if (page.length === 0) break;
      const records = page.filter((record) => record.offset < end && wanted(record));
      await engine.codec.prepare(records.map((record) => record.value));
      for (const record of records) yield { record, value: decodeOrNull(engine, topic, record) };
      next = (page.at(-1)?.offset ?? end) + 1;
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
