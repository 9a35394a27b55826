import type { Sandbox } from '../../tests/support/service.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile, type Target } from '../measurement.ts';
import { twoInserts } from '../support/floors/bare-chdb.ts';
import { createClient, latencies } from '../support/load/client.ts';
import { inCluster } from '../support/engines/cluster.ts';
import { startFeeder } from '../support/load/feeder.ts';
import { inFolder } from '../support/engines/folder.ts';
import { inSandbox, newKey, register, untilIdle } from '../support/engines/service.ts';
import { makeWorld, type World } from '../support/samples/world.ts';

const assets = 3_000;
const warmUps = 50;
const floorTimes = 200;
const clusterAdds = 1_000;
/** Runs of the register that the feeder can append: more than one phase lasts. */
const feederRuns = 8;

interface Phase {
  readonly name: string;
  readonly adds: number;
  readonly concurrency: number;
  readonly p50: Target | null;
  readonly p95: Target | null;
}

const quiet: readonly Phase[] = [
  { name: 'one at a time', adds: 400, concurrency: 1, p50: atMost(15), p95: null },
  { name: '20 at a time', adds: 2_000, concurrency: 20, p50: atMost(25), p95: atMost(40) },
];
const busy: Phase = { name: 'one at a time beside a busy fold', adds: 300, concurrency: 1, p50: atMost(20), p95: null };

/** Adds to a watchlist through HTTP: command on the log, fold, sink, tables, answer. Every add is a new item. */
export const postBench: Bench = {
  name: 'post',
  measures: 'POST /me/watchlist on a running service, until the answer',
  cases: { 'a running service': benchPost },
  onKafka: { 'on Kafka, a process for each role': benchPostOnKafka },
};

async function benchPost({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(Math.max(warmUps, Math.round(assets * scale)));
  const floor = {
    name: 'two bare chdb inserts of one row, one after the other, median',
    value: percentile(await inFolder((folder) => twoInserts(folder, floorTimes)), 50),
  };
  return inSandbox(async (sandbox) => {
    const { httpUrl } = await sandbox.up();
    await register(sandbox, world);
    const measure = async (phase: Phase): Promise<readonly Measurement[]> => {
      const adds = Math.min(world.assets.length, Math.round(phase.adds * scale));
      const times = await addAssets(sandbox, httpUrl, world, { ...phase, adds });
      return [
        { name: `p50, ${phase.name}`, unit: 'ms', value: percentile(times, 50), floor, target: phase.p50 },
        { name: `p95, ${phase.name}`, unit: 'ms', value: percentile(times, 95), floor, target: phase.p95 },
      ];
    };
    await addAssets(sandbox, httpUrl, world, { ...busy, name: 'warm-up', adds: warmUps });
    const measured: Measurement[] = [];
    for (const phase of quiet) {
      measured.push(...(await measure(phase)));
      await untilIdle(sandbox.directory);
    }
    const feeder = await startFeeder({
      directory: sandbox.directory,
      assets: world.assets.length,
      runs: feederRuns,
    });
    feeder.start();
    measured.push(...(await measure(busy)));
    const { perSecond, exhausted } = await feeder.stop();
    if (exhausted) process.stderr.write('  post: the fold ran out of observations before the last request\n');
    const name = 'observations folded meanwhile';
    return [...measured, { name, unit: '/s', value: perSecond, floor: null, target: null }];
  });
}

/** The same through a broker, with roles in processes of their own and tables behind HTTP. */
function benchPostOnKafka({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(Math.max(warmUps, Math.round(assets * scale)));
  return inCluster(async ({ sandbox, httpUrl, register: registerWorld }) => {
    await registerWorld(world);
    const adds = Math.min(world.assets.length, Math.round(clusterAdds * scale));
    const phase = { ...busy, name: 'on Kafka, one at a time', adds, p50: null };
    await addAssets(sandbox, httpUrl, world, { ...phase, name: 'warm-up', adds: warmUps });
    const times = await addAssets(sandbox, httpUrl, world, phase);
    const figure = (percent: number, target: Target | null): Measurement => {
      return { name: `p${percent}, ${phase.name}`, unit: 'ms', value: percentile(times, percent), floor: null, target };
    };
    return [figure(50, null), figure(95, null), figure(99, atMost(150))];
  });
}

/** Milliseconds of each add, to the empty watchlist of a new tenant. */
async function addAssets(
  sandbox: Sandbox,
  httpUrl: string,
  world: World,
  { name, adds, concurrency }: Phase,
): Promise<readonly number[]> {
  const client = createClient(httpUrl, `Bearer ${await newKey(sandbox, name)}`);
  const times = await latencies(world.assets.slice(0, adds), concurrency, async ({ assetId }) => {
    const { status, body } = await client.send('POST', '/me/watchlist', { assetId });
    if (status !== 201) throw new Error(`POST /me/watchlist: ${status} ${body.toString('utf8')}`);
  });
  client.close();
  return times;
}
