import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile, ratioAtMost, type Target } from '../measurement.ts';
import { openChangeStream } from '../support/load/change-stream.ts';
import { readOnEvent } from '../support/load/read-on-event.ts';
import { createClient, latencies } from '../support/load/client.ts';
import { inCluster } from '../support/engines/cluster.ts';
import { declarationsIn } from '../support/engines/declarations.ts';
import { appendObservations, type BenchEngine, openBenchEngine } from '../support/engines/engine.ts';
import { firstReadings, readAgain } from '../support/samples/observations.ts';
import { type ChangeStages, followStages } from '../support/probes/change-stages.ts';
import { apiEnv } from '../api/world.ts';
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
  cases: {
    'attestry up': (options) => benchUp(options, false),
    'reads on every event': (options) => benchUp(options, true),
  },
  onKafka: { 'on Kafka, a process for each role': benchCluster },
};

async function benchUp({ scale }: BenchOptions, reads: boolean): Promise<readonly Measurement[]> {
  const world = makeWorld(assets);
  return inSandbox(async (sandbox) => {
    const { httpUrl, pid } = await sandbox.up({ env: apiEnv });
    await register(sandbox, world);
    const engine = await openBenchEngine(sandbox.directory);
    const key = await newKey(sandbox, 'propagation');
    const measured = await measurePropagation(
      {
        world,
        engine,
        httpUrl,
        key,
        idle: () => untilIdle(sandbox.directory),
        follow: (assetIds) => followStages(engine, assetIds),
        reads,
      },
      scale,
      { name: reads ? 'embedded, with reads' : 'embedded', p99: atMost(100) },
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
  /** Where the log and the positions of the sink can be followed from this process. */
  readonly follow?: (assetIds: ReadonlySet<string>) => Promise<ChangeStages>;
  /** Whether every event is followed by reads of what it names. */
  readonly reads?: boolean;
}

/** Feeds a running service whose registry has the world; first to warm it up, then for the figures. */
async function measurePropagation(
  { world, engine, httpUrl, key, idle, follow, reads = false }: Place,
  scale: number,
  { name, p99 }: { readonly name: string; readonly p99: Target },
): Promise<readonly Measurement[]> {
  const client = createClient(httpUrl, `Bearer ${key}`);
  const listed = world.assets.slice(0, watched);
  await latencies(listed, 4, async ({ assetId }) => {
    const { status, body } = await client.send('POST', '/me/watchlist', { assetId });
    if (status !== 201) throw new Error(`POST /me/watchlist: ${status} ${body.toString('utf8')}`);
  });
  client.close();
  await appendObservations(engine, firstReadings(world, await declarationsIn(engine), Date.now));
  const observations = readAgain(world, runs, share, Date.now);
  await feedSteadily(engine, observations, { perSecond, seconds: warmUpSeconds * scale });
  await idle();
  const onEvent = reads ? readOnEvent(httpUrl, key) : null;
  const stream = await openChangeStream(httpUrl, key, onEvent?.onChange);
  const stages = follow === undefined ? null : await follow(new Set(listed.map(({ assetId }) => assetId)));
  const begun = Date.now();
  const fed = await feedSteadily(engine, observations, { perSecond, seconds: measuredSeconds * scale });
  await idle();
  await untilQuiet(() => stream.received.length);
  stream.close();
  await stages?.stop();
  const read = (await onEvent?.ended()) ?? null;
  for (const sentence of read?.missed.slice(0, 10) ?? []) process.stderr.write(`  propagation: ${sentence}\n`);
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
  const toLog = stages?.toLog(begun) ?? [];
  return [
    ...stageFigures(`${name}, reading to log`, toLog, atMost(30)),
    ...stageFigures(`${name}, reading to tables`, stages?.toTables(begun) ?? [], null),
    ...(toLog.length === 0
      ? []
      : [
          {
            name: `${name}, p99 beside that to the log`,
            unit: 'ms',
            value: percentile(times, 99),
            floor: { name: 'the change on the log', value: percentile(toLog, 99) },
            target: ratioAtMost(3),
          },
        ]),
    ...(read === null
      ? []
      : [
          { name: `${name}, changes read`, unit: 'changes', value: read.read, floor: null, target: null },
          {
            name: `${name}, of these refused with 503`,
            unit: 'changes',
            value: read.refused,
            floor: null,
            target: null,
          },
          {
            name: `${name}, not found or not listed`,
            unit: 'reads',
            value: read.missed.length,
            floor: null,
            target: atMost(0),
          },
        ]),
    figure(50, null),
    figure(95, null),
    figure(99, p99),
    { name: `${name}, longest`, unit: 'ms', value: Math.max(...times), floor: null, target: null },
    { name: `${name}, changes delivered`, unit: 'changes', value: times.length, floor: null, target: null },
    { name: `${name}, fed`, unit: 'observations/s', value: fed.count / fed.seconds, floor: null, target: null },
  ];
}

const stageFigures = (name: string, times: readonly number[], p99: Target | null): readonly Measurement[] =>
  times.length === 0
    ? []
    : [50, 95, 99].map((percent) => ({
        name: `${name}, p${percent}`,
        unit: 'ms',
        value: percentile(times, percent),
        floor: null,
        target: percent === 99 ? p99 : null,
      }));

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
