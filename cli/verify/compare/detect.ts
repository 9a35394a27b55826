import type { LogRecord } from '../../../infra/log/log.ts';
import { detectProcessor } from '../../../pipeline/changes/detect.ts';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { encodeOutput } from '../../../pipeline/runtime/batch.ts';
import { isSameContent } from '../../../schemas/same-content.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { identities, type TopicName, topics } from '../../../schemas/topics.ts';
import { endsOf } from '../../log/await-record.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { readTopic } from '../../log/read-topic.ts';
import { type DetectProcessor, refoldDetect, refoldOblige } from '../evidence/refold.ts';

/** A difference between a refold of a processor and the log. */
export interface Difference {
  readonly topic: TopicName;
  /** Identity of a record that is kept for ever, or the key of a compacted one. */
  readonly key: string;
  /** `lost`: only the refold has it. `invented`: only the log has it. `differing`: both have it, with other content. */
  readonly kind: 'lost' | 'invented' | 'differing' | 'duplicate';
}

export interface DetectComparison<D extends Difference = Difference> {
  readonly compared: number;
  readonly differences: readonly D[];
}

/** Two versions of one change: the one on the log, and the refolded one. */
type ChangePair = Readonly<{ stored: Change; refolded: Change }>;

export interface ComparisonInput<D extends Difference> {
  /** The outputs as a fold from the start makes them. */
  readonly refold: AsyncIterable<Output>;
  readonly topics: readonly OutputTopic[];
  /** How to describe a change whose bytes differ; null when the difference does not count. */
  readonly differing: (difference: Difference, pair: () => ChangePair) => D | null;
}

type OutputTopic = 'verdicts' | 'changes' | 'asset.records' | 'asset.subjects' | 'asset.facts' | 'token.facts';

/** Folds all observations again in memory and compares the content of the outputs with the log. Writes nothing. */
export const compareDetect = (
  engine: Engine,
  processor: DetectProcessor = detectProcessor,
): Promise<DetectComparison> =>
  compareFold<Difference>(engine, {
    refold: refoldDetect(engine, processor),
    topics: ['changes', 'asset.records', 'asset.subjects', 'asset.facts', 'token.facts'],
    differing: (difference) => difference,
  });

/** Folds all established facts and days again in memory and compares the verdicts with the log. Writes nothing. */
export const compareOblige = (engine: Engine): Promise<DetectComparison> =>
  compareFold<Difference>(engine, {
    refold: refoldOblige(engine),
    topics: ['verdicts'],
    differing: (difference) => difference,
  });

/** `compareDetect` for some of the outputs, or with another definition of a difference. */
export async function compareFold<D extends Difference>(
  engine: Engine,
  { refold, topics: compared, differing }: ComparisonInput<D>,
): Promise<DetectComparison<D | Difference>> {
  // Read before the observations: a later change may depend on observations that the refold does not read.
  const ends = new Map<TopicName, ReadonlyMap<number, number>>();
  for (const topic of compared) ends.set(topic, await endsOf(engine, topic));
  const isNews = ({ topic, partition, offset }: LogRecord): boolean => offset >= (ends.get(topic)?.get(partition) ?? 0);
  const expected = new Map<string, { readonly topic: TopicName; readonly bytes: Buffer }>();
  for await (const output of refold) {
    if (!compared.includes(output.topic as OutputTopic)) continue;
    const { value } = encodeOutput(engine.codec, output, 0);
    expected.set(`${output.topic}\n${identityOf(output.topic, output.value)}`, { topic: output.topic, bytes: value });
  }
  const actual = new Map<string, { readonly bytes: Buffer; readonly news: boolean }>();
  const differences: (D | Difference)[] = [];
  for (const topic of compared) {
    for await (const { record, value } of readTopic(engine, topic)) {
      if (value === null || record.value === null) continue;
      const identity = identityOf(topic, value);
      const key = `${topic}\n${identity}`;
      if (isKept(topic) && actual.has(key) && value.assetId !== '')
        differences.push({ topic, key: identity, kind: 'duplicate' });
      actual.set(key, { bytes: record.value, news: isNews(record) });
      if (!expected.has(key) && !isNews(record)) differences.push({ topic, key: identity, kind: 'invented' });
    }
  }
  for (const [key, { topic, bytes }] of expected) {
    const stored = actual.get(key);
    const identity = key.slice(key.indexOf('\n') + 1);
    if (stored === undefined) {
      differences.push({ topic, key: identity, kind: 'lost' });
    } else if (!stored.news && !isSameContent(engine.codec, topic, stored.bytes, bytes)) {
      const pair = (): ChangePair => ({
        stored: engine.codec.decode('changes', stored.bytes),
        refolded: engine.codec.decode('changes', bytes),
      });
      const difference = differing({ topic, key: identity, kind: 'differing' }, pair);
      if (difference !== null) differences.push(difference);
    }
  }
  return { compared: expected.size, differences };
}

/** Whether each record of the topic is there once. Ticks, which name no asset, are in every partition. */
const isKept = (topic: TopicName): boolean => topics[topic].cleanup !== 'compact';

/** Change id and revision, or the key of a compacted topic. */
const identityOf = (topic: TopicName, value: object): string =>
  ((identities[topic] ?? topics[topic].keyOf) as (value: object) => string)(value);
