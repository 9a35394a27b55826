import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile, type Target } from '../measurement.ts';
import { openChangeStream } from '../support/load/change-stream.ts';
import { createClient, latencies } from '../support/load/client.ts';
import { inCluster } from '../support/engines/cluster.ts';
import { declarationsIn } from '../support/engines/declarations.ts';
import { appendObservations, type BenchEngine, openBenchEngine } from '../support/engines/engine.ts';
import { firstReadings, readAgain } from '../support/samples/observations.ts';
import { memoryOf } from '../support/probes/process-memory.ts';
import { inSandbox, newKey, register, untilIdle } from '../support/engines/service.ts';
import { feedSteadily } from '../support/load/steady-feed.ts';
import { makeWorld, type World } from '../support/samples/world.ts';

const assets = 1_000;
const watched = 200;
const perSecond = 500;
const warmUpSeconds = 10;
const measuredSeconds = 40;
const share = 0.3;
/** More runs than the measured seconds need. */
const runs = 12;
const longestMs = 60_000;

/** From the append of an observation until a client has received the change: fold, sink, tables, API. */
export const propagationBench: Bench = {
  name: 'propagation',
  measures: `${perSecond} observations a second, ${share * 100} % of them changes: from the append until a stream of the API sends the change`,
  cases: { 'attestry up': benchUp },
  onKafka: { 'on Kafka, a process for each role': benchCluster },
};

async function benchUp({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(assets);
  return inSandbox(async (sandbox) => {
    const { httpUrl, pid } = await sandbox.up();
    await register(sandbox, world);
    const engine = await openBenchEngine(sandbox.directory);
    const measured = await measurePropagation(
      { world, engine, httpUrl, key: await newKey(sandbox, 'propagation'), idle: () => untilIdle(sandbox.directory) },
      scale,
      { name: 'embedded', p99: atMost(100) },
    );
    await engine.close();
    return [...measured, ...memoryFigures('attestry up, afterwards', pid)];
  });
}

function benchCluster({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(assets);
  return inCluster(async (cluster) => {
    await cluster.register(world);
    const engine = await cluster.openEngine();
    const key = await newKey(cluster.sandbox, 'propagation');
    const { httpUrl, idle } = cluster;
    const measured = await measurePropagation({ world, engine, httpUrl, key, idle }, scale, {
      name: 'on Kafka',
      p99: atMost(1_000),
    });
    await engine.close();
    const roles = [...cluster.pids];
    return [...measured, ...roles.flatMap(([role, pid]) => memoryFigures(`${role}, afterwards`, pid))];
  });
}

interface Place {
  readonly world: World;
  readonly engine: Pick<BenchEngine, 'log' | 'codec'>;
  readonly httpUrl: string;
  readonly key: string;
  /** Resolves when everything has been folded and is in the tables. */
  readonly idle: () => Promise<unknown>;
}

/** Feeds a running service whose registry has the world; first to warm it up, then for the figures. */
async function measurePropagation(
  { world, engine, httpUrl, key, idle }: Place,
  scale: number,
  { name, p99 }: { readonly name: string; readonly p99: Target },
): Promise<readonly Measurement[]> {
  const client = createClient(httpUrl, `Bearer ${key}`);
  await latencies(world.assets.slice(0, watched), 4, async ({ assetId }) => {
    const { status, body } = await client.send('POST', '/me/watchlist', { assetId });
    if (status !== 201) throw new Error(`POST /me/watchlist: ${status} ${body.toString('utf8')}`);
  });
  client.close();
  await appendObservations(engine, firstReadings(world, await declarationsIn(engine), Date.now));
  const observations = readAgain(world, runs, share, Date.now);
  await feedSteadily(engine, observations, { perSecond, seconds: warmUpSeconds * scale });
  await idle();
  const stream = await openChangeStream(httpUrl, key);
  const begun = Date.now();
  const fed = await feedSteadily(engine, observations, { perSecond, seconds: measuredSeconds * scale });
  await untilQuiet(() => stream.received.length);
  stream.close();
  const times = stream.received
    .filter(({ detectedAt }) => detectedAt >= begun)
    .map((one) => one.receivedAt - one.detectedAt);
  const least = (fed.count * share * watched) / world.assets.length / 2;
  if (times.length < least) throw new Error(`only ${times.length} changes were delivered`);
  const append = { name: 'the append alone, as long', of: fed.appends };
  const figure = (percent: number, target: Target | null): Measurement => ({
    name: `${name}, p${percent}`,
    unit: 'ms',
    value: percentile(times, percent),
    floor: { name: append.name, value: percentile(append.of, percent) },
    target,
  });
  return [
    figure(50, null),
    figure(95, null),
    figure(99, p99),
    { name: `${name}, longest`, unit: 'ms', value: Math.max(...times), floor: null, target: null },
    { name: `${name}, changes delivered`, unit: 'changes', value: times.length, floor: null, target: null },
    { name: `${name}, fed`, unit: 'observations/s', value: fed.count / fed.seconds, floor: null, target: null },
  ];
}

/** Waits until the count has not changed for a while. */
async function untilQuiet(count: () => number): Promise<void> {
  const deadline = performance.now() + longestMs;
  for (let before = -1; before !== count() && performance.now() < deadline; ) {
    before = count();
    await pause(1_500);
  }
}

function memoryFigures(name: string, pid: number): readonly Measurement[] {
  const memory = memoryOf(pid);
  if (memory === null) return [];
  const figure = { unit: 'MiB', floor: null, target: null };
  return [
    { ...figure, name: `resident memory, ${name}`, value: memory.resident },
    ...(memory.own === null ? [] : [{ ...figure, name: `own memory, ${name}`, value: memory.own }]),
  ];
}
