/** The last record of each key that a fold made for its compacted output topics, in the state of the partition. */
import { ownJson } from '../../../schemas/stored-value.ts';
import type { NewRecord } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import { runtimePrefix } from '../overlay.ts';

interface Copy {
  /** Base64. */
  readonly value: string;
  readonly timestamp: number;
}

/** Records compared in one commit. */
const comparedKeys = 500;

const prefixOf = (topic: TopicName): string => `${runtimePrefix}copy/${topic}/`;

/** What to write into the state for the outputs of a batch. */
export function writesOf(made: readonly NewRecord[]): ReadonlyMap<string, Buffer> {
  const writes = new Map<string, Buffer>();
  for (const { topic, key, value, timestamp } of made) {
    if (topics[topic].cleanup !== 'compact') continue;
    const copy: Copy = { value: value.toString('base64'), timestamp };
    writes.set(copyKey(topic, key.toString()), Buffer.from(JSON.stringify(copy)));
  }
  return writes;
}

export const copyKey = (topic: TopicName, key: string): string => `${prefixOf(topic)}${key}`;

/** The record that a topic should end with for a key; null if the fold made none. */
export function copyOf(store: StateStore, partition: number, topic: TopicName, key: string): NewRecord | null {
  const bytes = store.get(partition, copyKey(topic, key));
  if (bytes === undefined) return null;
  const copy = ownJson<Copy>(bytes);
  return { topic, key, value: Buffer.from(copy.value, 'base64'), timestamp: copy.timestamp };
}

/** Keys of the records stored for a topic, as many at a time as one commit compares. */
export function* copiedKeys(store: StateStore, partition: number, topic: TopicName): Generator<readonly string[]> {
  const prefix = prefixOf(topic);
  let keys: string[] = [];
  for (const [key] of store.entries(partition, prefix)) {
    if (keys.push(key.slice(prefix.length)) < comparedKeys) continue;
    yield keys;
    keys = [];
  }
  if (keys.length > 0) yield keys;
}
