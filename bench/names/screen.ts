import { join } from 'node:path';
import type { Engine } from '../../cli/engine/open-engine.ts';
import { lagsOf } from '../../cli/engine/lags.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { runBroadcast } from '../../pipeline/runtime/run-broadcast.ts';
import { createScreen } from '../../pipeline/screening/screen.ts';
import { type TopicName, topics, type ValueOf } from '../../schemas/topics.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement } from '../measurement.ts';
import { batchesOf, openBenchEngine, runtimeDeps } from '../support/engines/engine.ts';
import { inFolder } from '../support/engines/folder.ts';
import { makeEntry, makeSubjects, subjectsOfAsset } from '../support/samples/listed-names.ts';
import { profiled } from '../support/probes/profile.ts';

const subjects = 50_000;
const entries = 20_000;
const changedEntries = 500;
const newAssets = 200;
const pollMs = 2;

/** `screen` as in the service: from the log, with durable state and outputs. */
export const screenBench: Bench = {
  name: 'screen',
  measures: 'a change of a sanctions list against 50,000 subjects, and new assets against lists of 20,000 entries',
  cases: { 'lists and subjects': benchScreen },
};

function benchScreen({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> {
  const assets = Math.round((subjects * scale) / subjectsOfAsset);
  const listed = Math.round(entries * scale);
  return inFolder(async (folder) => {
    const engine = await openBenchEngine(join(folder, 'engine'));
    await append(engine, 'asset.subjects', assets, (index) => makeSubjects(index, index));
    const running = await runBroadcast(runtimeDeps(engine), createScreen({ feeds }));
    const whole = await timed(async () => {
      await append(engine, 'sanctions.entries', listed, (index) => makeEntry(index, 0));
      await caughtUp(engine);
    });
    const change = async (): Promise<number> =>
      timed(async () => {
        await append(engine, 'sanctions.entries', Math.min(changedEntries, listed), (index) => makeEntry(index, 1));
        await caughtUp(engine);
      });
    const delta = profile ? await profiled('screen', change) : await change();
    const joined = await timed(async () => {
      await append(engine, 'asset.subjects', newAssets, (index) => makeSubjects(assets + index, assets + index));
      await caughtUp(engine);
    });
    const matches = (await engine.log.ranges('observations')).reduce((sum, { end }) => sum + end, 0);
    if (matches === 0) throw new Error('nothing matched: the names are not those of lists');
    await running.stop();
    await engine.close();
    const figure = { unit: 'ms', floor: null };
    return [
      {
        ...figure,
        name: `${changedEntries} changed entries, ${subjects} subjects`,
        value: delta * 1000,
        target: atMost(2_000),
      },
      { ...figure, name: `a new asset, ${entries} entries`, value: (joined * 1000) / newAssets, target: atMost(20) },
      { ...figure, name: `a first file of ${entries} entries`, value: whole * 1000, target: null },
    ];
  });
}

async function append<T extends TopicName>(
  { codec, log }: Engine,
  topic: T,
  count: number,
  make: (index: number) => ValueOf<T>,
): Promise<void> {
  const values = Array.from({ length: count }, (_, index) => make(index));
  for (const batch of batchesOf(values, 1_000)) {
    await log.append(
      batch.map((value) => ({
        topic,
        key: topics[topic].keyOf(value),
        value: codec.encode(topic, value),
        timestamp: 1,
      })),
    );
  }
}

/** Until the join has read every entry, and every partition has processed every asset. */
async function caughtUp(engine: Engine): Promise<void> {
  const store = engine.openStore('screen', 'data');
  const isBehind = async (): Promise<boolean> =>
    (await lagsOf(engine.log, store, ['sanctions.entries'], 'asset.subjects')).some(({ lag }) => lag > 0);
  while (await isBehind()) await new Promise((resolve) => setTimeout(resolve, pollMs));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
