import { join } from 'node:path';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement } from '../measurement.ts';
import { appendObservations, type BenchEngine, openBenchEngine } from '../support/engines/engine.ts';
import { foldToEnd } from '../support/engines/fold.ts';
import { inFolder } from '../support/engines/folder.ts';
import { withKafka } from '../support/engines/kafka.ts';
import { baseline, readAgain } from '../support/samples/observations.ts';
import { makeWorld } from '../support/samples/world.ts';

const million = 1_000_000;
/** With their first readings, and `runs` further ones of each of eight cells, a million observations. */
const assets = 17_250;
const runs = 5;
const share = 0.1;
const target = atMost(60);

/** State of `detect` rebuilt from the log without output: after an upgrade, and on a host without state. */
export const refoldBench: Bench = {
  name: 'refold',
  measures: 'a million observations folded again into empty state, until the processor goes on',
  cases: { 'embedded, a raised state version': benchUpgrade },
  onKafka: { 'on Kafka, a new host': benchNewHost },
};

function benchUpgrade(options: BenchOptions): Promise<readonly Measurement[]> {
  return inFolder(async (folder) => {
    const engine = await openBenchEngine(join(folder, 'engine'));
    const { count, first } = await fillAndFold(engine, options);
    const upgraded = { ...detectProcessor, stateVersion: detectProcessor.stateVersion + 1 };
    globalThis.gc?.();
    const start = performance.now();
    await foldToEnd(engine, upgraded);
    const seconds = (performance.now() - start) / 1000;
    await engine.close();
    return [figure('embedded, a raised state version', { count, seconds, first })];
  });
}

function benchNewHost(options: BenchOptions): Promise<readonly Measurement[]> {
  return inFolder((folder) =>
    withKafka(folder, async (kafka) => {
      const former = await kafka.open('host-1');
      const { count, first } = await fillAndFold(former, options);
      await former.close();
      const engine = await kafka.open('host-2');
      const before = await changesIn(engine);
      globalThis.gc?.();
      const start = performance.now();
      await foldToEnd(engine, detectProcessor);
      const seconds = (performance.now() - start) / 1000;
      const again = (await changesIn(engine)) - before;
      return [
        figure('on Kafka, a new host', { count, seconds, first }),
        { name: 'on Kafka, changes sent again', unit: 'records', value: again, floor: null, target: atMost(0) },
      ];
    }),
  );
}

interface FilledLog {
  readonly count: number;
  /** Seconds of the first fold, with its outputs. */
  readonly first: number;
}

async function fillAndFold(engine: BenchEngine, { scale }: BenchOptions): Promise<FilledLog> {
  const world = makeWorld(Math.round(assets * scale));
  let count = 0;
  for (const observations of [baseline(world), readAgain(world, runs, share)]) {
    count += (await appendObservations(engine, observations)).count;
  }
  return { count, first: await foldToEnd(engine, detectProcessor) };
}

const figure = (name: string, { count, seconds, first }: FilledLog & { readonly seconds: number }): Measurement => ({
  name: `${name}, per million observations`,
  unit: 's',
  value: (seconds * million) / count,
  floor: { name: 'the first fold of the same observations, with its outputs', value: (first * million) / count },
  target,
});

const changesIn = async ({ log }: BenchEngine): Promise<number> =>
  (await log.ranges('changes')).reduce((sum, { low, end }) => sum + end - low, 0);
