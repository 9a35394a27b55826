import { detectProcessor } from '../../pipeline/changes/detect.ts';
import type { BenchOptions } from '../bench.ts';
import { type Measurement, ratioAtLeast } from '../measurement.ts';
import { type BareRecord, consumeAndProduce } from '../support/floors/bare-kafka.ts';
import { appendObservations, type BenchEngine } from '../support/engines/engine.ts';
import { foldToEnd, refuseFewChanges } from '../support/engines/fold.ts';
import { inFolder } from '../support/engines/folder.ts';
import { type BenchKafka, withKafka } from '../support/engines/kafka.ts';
import { profiled } from '../support/probes/profile.ts';
import type { Readings } from '../support/samples/readings.ts';
import { makeWorld } from '../support/samples/world.ts';
import type { TopicName } from '../../schemas/topics.ts';

const target = ratioAtLeast(0.5);
const prefix = 'attestry.';
const outputs: readonly TopicName[] = ['changes', 'asset.records', 'asset.subjects'];

/** `detect` as in one process of a cluster: input from a broker, state on its own disk, outputs to the broker. */
export function benchDetectOnKafka(
  readings: Readings,
  share: number,
  { scale, profile }: BenchOptions,
): Promise<readonly Measurement[]> {
  const world = makeWorld(Math.round(readings.assets * scale));
  const name = `on Kafka, ${readings.name}, ${share * 100} % changing`;
  return inFolder((folder) =>
    withKafka(folder, async (kafka) => {
      const engine = await kafka.open('host-1');
      await appendObservations(engine, readings.first(world));
      await foldToEnd(engine, detectProcessor);
      const before = await endsOf(engine, outputs);
      const { input, count } = await appended(engine, () => appendObservations(engine, readings.again(world, share)));
      globalThis.gc?.();
      const fold = (): Promise<number> => foldToEnd(engine, detectProcessor);
      const seconds = profile ? await profiled(name, fold) : await fold();
      await refuseFewChanges(engine, count * share);

      const written = await recordsBehind(engine, before);
      const read = await recordsBehind(engine, new Map([['observations', input.from]]));
      const bare = await bareSeconds(kafka, input, 'bare', written);
      const copy = await bareSeconds(kafka, input, 'copy', read);
      const figure = { name, unit: 'observations/s', value: count / seconds };
      return [
        {
          ...figure,
          floor: {
            name: 'kafkajs alone that reads the same records and sends what the fold sent',
            value: count / bare,
          },
          target,
        },
        {
          ...figure,
          name: `${name}, beside a copy`,
          floor: { name: 'kafkajs alone that reads the same records and sends them on', value: count / copy },
          target,
        },
      ];
    }),
  );
}

interface Stretch {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

async function appended<T extends { readonly count: number }>(
  engine: BenchEngine,
  append: () => Promise<T>,
): Promise<{ readonly input: Stretch; readonly count: number }> {
  const ends = async (): Promise<readonly number[]> =>
    (await endsOf(engine, ['observations'])).get('observations') ?? [];
  const from = await ends();
  const { count } = await append();
  return { input: { from, to: await ends() }, count };
}

type Ends = ReadonlyMap<TopicName, readonly number[]>;

async function endsOf({ log }: BenchEngine, topics: readonly TopicName[]): Promise<Ends> {
  const ends = new Map<TopicName, readonly number[]>();
  for (const topic of topics) {
    ends.set(
      topic,
      (await log.ranges(topic)).map(({ end }) => end),
    );
  }
  return ends;
}

/** The records of the topics from these ends on, by partition, to be sent again. */
async function recordsBehind({ log }: BenchEngine, ends: Ends): Promise<readonly (readonly BareRecord[])[]> {
  const byPartition: BareRecord[][] = [];
  for (const [topic, from] of ends) {
    for (const { partition, end } of await log.ranges(topic)) {
      const records = (byPartition[partition] ??= []);
      for (let next = from[partition] ?? 0; next < end; ) {
        const page = await log.read({ topic, partition, from: next, maxRecords: 2_000 });
        if (page.length === 0) break;
        next = (page.at(-1)?.offset ?? end) + 1;
        for (const { key, value, timestamp } of page) {
          records.push({ topic, partition, key, value, timestamp: String(timestamp) });
        }
      }
    }
  }
  return byPartition;
}

/** The outputs of a partition are spread evenly over its input records. */
async function bareSeconds(
  kafka: BenchKafka,
  { from, to }: Stretch,
  name: string,
  records: readonly (readonly BareRecord[])[],
): Promise<number> {
  const own = await kafka.topics(name);
  const renamed = records.map((all) => all.map((record) => ({ ...record, topic: `${own}${record.topic}` })));
  globalThis.gc?.();
  return consumeAndProduce({
    brokers: kafka.brokers,
    input: { topic: `${prefix}observations`, from, to },
    compressed: true,
    answer: (partition, begin, end) => {
      const [first = 0, last = 0, all = []] = [from[partition], to[partition], renamed[partition]];
      const at = (offset: number): number => Math.round(((offset - first) * all.length) / Math.max(1, last - first));
      return all.slice(at(begin), at(end));
    },
  });
}
