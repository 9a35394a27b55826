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

/** Every record of a topic up to the ends seen at the start, partition by partition from the offset `from` has, decoded. */
export async function* readTopic<T extends TopicName>(
  engine: Engine,
  topic: T,
  from: ReadonlyMap<number, number> = new Map(),
): AsyncGenerator<DecodedRecord<T>> {
  for (const { partition, low, end } of await engine.log.ranges(topic)) {
    let next = Math.max(low, from.get(partition) ?? 0);
    while (next < end) {
      const records = await engine.log.read({ topic, partition, from: next, maxRecords: pageRecords });
      if (records.length === 0) break;
      await engine.codec.prepare(records.map((record) => record.value));
      for (const record of records) {
        if (record.offset < end) yield { record, value: decodeOrNull(engine, topic, record) };
      }
      next = (records.at(-1)?.offset ?? end) + 1;
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
