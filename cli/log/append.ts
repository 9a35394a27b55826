import type { NewRecord, RecordPosition } from '../../infra/log/log.ts';
import { type TopicName, topics, type ValueOf } from '../../schemas/topics.ts';
import type { Engine } from '../engine/open-engine.ts';

/** A record of a topic, ready to append: key and bytes follow from the value. */
export function recordOf<T extends TopicName>(
  engine: Pick<Engine, 'codec'>,
  topic: T,
  value: ValueOf<T>,
  timestamp: number,
  headers: Readonly<Record<string, string>> = {},
): NewRecord {
  return {
    topic,
    key: topics[topic].keyOf(value),
    value: engine.codec.encode(topic, value),
    timestamp,
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
  };
}

/** Appends values of one topic, in order, durably. */
export function appendValues<T extends TopicName>(
  engine: Engine,
  topic: T,
  values: readonly {
    readonly value: ValueOf<T>;
    readonly timestamp: number;
    readonly headers?: Readonly<Record<string, string>>;
  }[],
): Promise<readonly RecordPosition[]> {
  return engine.log.append(
    values.map(({ value, timestamp, headers }) => recordOf(engine, topic, value, timestamp, headers)),
  );
}
