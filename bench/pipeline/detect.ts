import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Engine } from '../../cli/engine/open-engine.ts';
import type { Chunk } from '../../infra/log/log.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import { decodeChunk, encodeOutput } from '../../pipeline/runtime/batch.ts';
import { createMemoryState } from '../../infra/state/memory.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { benchDetectOnKafka } from './detect-kafka.ts';
import { atLeast, type Measurement } from '../measurement.ts';
import { openBareFold } from '../support/floors/bare-lmdb.ts';
import { appendObservations, openBenchEngine, runtimeDeps } from '../support/engines/engine.ts';
import { foldToEnd, refuseFewChanges } from '../support/engines/fold.ts';
import { inFolder } from '../support/engines/folder.ts';
import { traceFold } from '../support/floors/fold-trace.ts';
import { objectState } from '../support/engines/object-state.ts';
import { profiled } from '../support/probes/profile.ts';
import { disclosedFields, type Readings, registerCells } from '../support/samples/readings.ts';
import { makeWorld } from '../support/samples/world.ts';

const chunkRecords = 500;
const durableTarget = 25_000;
const inMemoryTarget = 60_000;

/** `detect` as in the service: from the log, with durable state and outputs, 500 records a commit. */
export const detectBench: Bench = {
  name: 'detect',
  measures: 'observations to changes: 200,000 readings of register cells, or of all 36 disclosed fields',
  cases: {
    'register cells, 10 % changing': (options) => benchDetect(registerCells, 0.1, options),
    'register cells, 30 % changing': (options) => benchDetect(registerCells, 0.3, options),
    'disclosed fields, 30 % changing': (options) => benchDetect(disclosedFields, 0.3, options),
  },
  onKafka: {
    'on Kafka, register cells, 10 % changing': (options) => benchDetectOnKafka(registerCells, 0.1, options),
    'on Kafka, register cells, 30 % changing': (options) => benchDetectOnKafka(registerCells, 0.3, options),
  },
};

function benchDetect(
  readings: Readings,
  share: number,
  { scale, profile }: BenchOptions,
): Promise<readonly Measurement[]> {
  const world = makeWorld(Math.round(readings.assets * scale));
  const name = `${readings.name}, ${share * 100} % changing`;
  return inFolder(async (folder) => {
    const engine = await openBenchEngine(join(folder, 'engine'));
    await appendObservations(engine, readings.first(world));
    await foldToEnd(engine, detectProcessor);
    const ends = await endsOf(engine);
    const { count, meanBytes } = await appendObservations(engine, readings.again(world, share));
    globalThis.gc?.();
    const fold = (): Promise<number> => foldToEnd(engine, detectProcessor);
    const seconds = profile ? await profiled(name, fold) : await fold();
    await refuseFewChanges(engine, count * share);

    const past = await chunksOf(engine, new Map(), ends);
    const chunks = await chunksOf(engine, ends, await endsOf(engine));
    const memory = await foldInMemory(engine, past, chunks);
    const { seconds: pure, digest } = foldPurely(engine, past, chunks);
    process.stderr.write(`  detect: ${name}: the outputs of the fold have sha256 ${digest}\n`);
    const bare = await replayBare(engine, past, chunks, join(folder, 'bare'));
    await engine.close();
    const figure = { unit: 'observations/s', value: count / seconds };
    return [
      {
        ...figure,
        name: `${name}, ${meanBytes} bytes each`,
        floor: { name: 'the same reads and puts on bare LMDB, without the fold', value: count / bare },
        target: atLeast(durableTarget),
      },
      {
        name: `${name}, in memory`,
        unit: 'observations/s',
        value: count / pure,
        floor: { name: 'decoding and encoding too, state kept as JSON', value: count / memory },
        target: atLeast(inMemoryTarget),
      },
    ];
  });
}

/**
 * Seconds of the fold alone: readings are decoded before, and state is stored as objects. And a digest of all outputs, which a
 * change that only makes the fold faster leaves as it is.
 */
function foldPurely(
  { codec }: Engine,
  past: readonly Chunk[],
  chunks: readonly Chunk[],
): { readonly seconds: number; readonly digest: string } {
  const state = objectState();
  for (const chunk of past) {
    for (const record of decodeChunk<'observations'>(codec, chunk)) detectProcessor.apply(state, record, noArtifacts);
  }
  const outputs = createHash('sha256');
  let seconds = 0;
  for (const chunk of chunks) {
    const records = [...decodeChunk<'observations'>(codec, chunk)];
    const start = performance.now();
    const results = records.map((record) => detectProcessor.apply(state, record, noArtifacts));
    seconds += (performance.now() - start) / 1000;
    outputs.update(JSON.stringify(results));
  }
  return { seconds, digest: outputs.digest('hex') };
}

const noArtifacts: ReadonlyMap<string, Buffer> = new Map();

/** Seconds to decode, fold and encode the chunks without any durability. */
async function foldInMemory({ codec }: Engine, past: readonly Chunk[], chunks: readonly Chunk[]): Promise<number> {
  const state = createMemoryState();
  const fold = (chunk: Chunk): void => {
    for (const record of decodeChunk<'observations'>(codec, chunk)) {
      const result = detectProcessor.apply(state, record, noArtifacts);
      if (result.kind === 'ok') for (const output of result.outputs) encodeOutput(codec, output, chunk.partition);
    }
  };
  for (const chunk of past) fold(chunk);
  return timed(async () => chunks.forEach(fold));
}

async function replayBare(
  engine: Engine,
  past: readonly Chunk[],
  chunks: readonly Chunk[],
  path: string,
): Promise<number> {
  const traces = await traceFold(runtimeDeps(engine), detectProcessor, [...past, ...chunks]);
  const bare = openBareFold(path);
  await bare.load(traces);
  await bare.replay(traces.slice(0, past.length));
  const seconds = await timed(() => bare.replay(traces.slice(past.length)));
  await bare.close();
  return seconds;
}

/** The records of a range of the log as a consumption delivers them: a chunk of each partition in turn. */
async function chunksOf(
  { log }: Engine,
  from: ReadonlyMap<number, number>,
  to: ReadonlyMap<number, number>,
): Promise<readonly Chunk[]> {
  const topic = 'observations';
  const chunks: Chunk[] = [];
  const next = new Map([...to.keys()].map((partition) => [partition, from.get(partition) ?? 0]));
  for (let open = true; open; ) {
    open = false;
    for (const [partition, end] of to) {
      const offset = next.get(partition) ?? end;
      const maxRecords = Math.min(chunkRecords, end - offset);
      if (maxRecords === 0) continue;
      chunks.push({ topic, partition, end, records: await log.read({ topic, partition, from: offset, maxRecords }) });
      next.set(partition, offset + maxRecords);
      open = true;
    }
  }
  return chunks;
}

const endsOf = async ({ log }: Engine): Promise<ReadonlyMap<number, number>> =>
  new Map((await log.ranges('observations')).map(({ partition, end }) => [partition, end]));

async function timed(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
