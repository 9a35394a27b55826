import type { LogRecord } from '../../infra/log/log.ts';
import { encodeOutput } from '../../pipeline/runtime/batch.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { endsOf } from '../await-record.ts';
import type { Engine } from '../engine.ts';
import { readTopic } from '../read-topic.ts';
import { refoldDetect } from './refold.ts';

/** What a refold of `detect` and the log do not agree on. */
export interface Difference {
  readonly topic: TopicName;
  /** Change id and revision, or asset id. */
  readonly key: string;
  /** `lost`: the refold has it, the log does not. `invented`: the reverse. `differing`: both have it, with other bytes. */
  readonly kind: 'lost' | 'invented' | 'differing' | 'duplicate';
}

export interface DetectComparison {
  readonly compared: number;
  readonly differences: readonly Difference[];
}

const outputs = ['changes', 'asset.records', 'asset.subjects'] as const satisfies readonly TopicName[];

/** Folds all observations again in memory and compares byte by byte with what the log holds. Writes nothing. */
export async function compareDetect(engine: Engine): Promise<DetectComparison> {
  // Taken first: what is appended from here on may rest on observations that the refold does not see.
  const ends = new Map<TopicName, ReadonlyMap<number, number>>();
  for (const topic of outputs) ends.set(topic, await endsOf(engine, topic));
  const isNews = ({ topic, partition, offset }: LogRecord): boolean => offset >= (ends.get(topic)?.get(partition) ?? 0);
  const expected = new Map<string, { readonly topic: TopicName; readonly bytes: Buffer }>();
  for await (const output of refoldDetect(engine)) {
    const { value } = encodeOutput(engine.codec, output);
    expected.set(`${output.topic}\n${identityOf(output.topic, output.value)}`, { topic: output.topic, bytes: value });
  }
  const actual = new Map<string, { readonly bytes: Buffer; readonly news: boolean }>();
  const differences: Difference[] = [];
  for (const topic of outputs) {
    for await (const { record, value } of readTopic(engine, topic)) {
      if (value === null || record.value === null) continue;
      const identity = identityOf(topic, value);
      const key = `${topic}\n${identity}`;
      if (topic === 'changes' && actual.has(key)) differences.push({ topic, key: identity, kind: 'duplicate' });
      actual.set(key, { bytes: record.value, news: isNews(record) });
      if (!expected.has(key) && !isNews(record)) differences.push({ topic, key: identity, kind: 'invented' });
    }
  }
  for (const [key, { topic, bytes }] of expected) {
    const stored = actual.get(key);
    const identity = key.slice(key.indexOf('\n') + 1);
    if (stored === undefined) differences.push({ topic, key: identity, kind: 'lost' });
    else if (!stored.news && !stored.bytes.equals(bytes)) differences.push({ topic, key: identity, kind: 'differing' });
  }
  return { compared: expected.size, differences };
}

const identityOf = (topic: TopicName, value: object): string => {
  const members = value as { readonly id?: string; readonly revision?: number; readonly assetId?: string };
  return topic === 'changes' ? `${members.id ?? ''}#${members.revision ?? 0}` : (members.assetId ?? '');
};
