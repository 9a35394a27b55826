import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, type Target } from '../measurement.ts';
import { declarationsIn } from '../support/engines/declarations.ts';
import { appendObservations, openBenchEngine } from '../support/engines/engine.ts';
import { inSandbox, newKey, register } from '../support/engines/service.ts';
import { tableDigests } from '../support/engines/table-digests.ts';
import { feedSteadily } from '../support/load/steady-feed.ts';
import { restartClient, startClients, untilCarriedOut } from '../support/load/restart-clients.ts';
import { firstReadings, readAgain } from '../support/samples/observations.ts';
import { workBelow, workOf } from '../support/probes/process-work.ts';
import { makeWorld } from '../support/samples/world.ts';

const assets = 300;
const perSecond = 500;
const share = 0.3;
const feedSeconds = 10;
const rounds = 3;
/** More than the rounds need. */
const runs = 60;

/** From `kill -9` of all processes of a service under load until it is ready, and its clients are answered again. */
export const restartBench: Bench = {
  name: 'restart',
  measures: `kill -9 of attestry up under ${perSecond} observations a second, and what is left afterwards`,
  cases: { 'attestry up': benchRestart },
};

async function benchRestart({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(assets);
  return inSandbox(async (sandbox) => {
    const first = await sandbox.up();
    let service = first;
    await register(sandbox, world);
    const env = { ATTESTRY_HTTP_PORT: new URL(first.httpUrl).port };
    const client = restartClient(first.httpUrl, await newKey(sandbox, 'restart'));
    const engine = await openBenchEngine(sandbox.directory);
    await appendObservations(engine, firstReadings(world, await declarationsIn(engine), Date.now));
    const observations = readAgain(world, runs, share, Date.now);
    const clients = startClients(
      client,
      world.assets.map(({ assetId }) => assetId),
    );
    const longest = { ready: 0, read: 0, write: 0, cpu: 0, readCpu: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const seconds = feedSeconds * scale;
      // It goes on while the service is away.
      const feeding = feedSteadily(engine, observations, { perSecond, seconds: 2 * seconds });
      await pause(seconds * 1_000);
      await sandbox.killAll();
      const killed = performance.now();
      const since = (): number => (performance.now() - killed) / 1_000;
      const assetId = world.assets[round]?.assetId ?? '';
      const [ready, read, write] = await Promise.all([
        sandbox.up({ env }).then((started) => {
          service = started;
          return { seconds: since(), cpu: workOf(started.pid).cpu };
        }),
        untilCarriedOut(client.read).then(() => ({ seconds: since(), cpu: workBelow(process.pid).cpu })),
        untilCarriedOut(() => client.write(assetId)).then(since),
      ]);
      longest.ready = Math.max(longest.ready, ready.seconds);
      longest.cpu = Math.max(longest.cpu, ready.cpu);
      longest.read = Math.max(longest.read, read.seconds);
      longest.readCpu = Math.max(longest.readCpu, read.cpu);
      longest.write = Math.max(longest.write, write);
      await feeding;
    }
    await clients.end();
    await engine.close();
    await sandbox.idle();
    const { lost, duplicate, differing } = await sandbox.json<FoundRecords>('verify');
    const before = await tableDigests(sandbox.directory);
    await service.end('SIGTERM');
    await sandbox.cli('tables', 'rebuild');
    await sandbox.up({ env });
    await sandbox.idle();
    const after = await tableDigests(sandbox.directory);
    const others = [...before].filter(([table, digest]) => after.get(table) !== digest).map(([table]) => table);
    if (others.length > 0) process.stderr.write(`  restart: after a refill other rows are in ${others.join(', ')}\n`);
    return [
      figure(`ready, longest of ${rounds}`, 's', longest.ready, null),
      figure(`first read, longest of ${rounds}`, 's', longest.read, atMost(2)),
      figure(`first write, longest of ${rounds}`, 's', longest.write, atMost(4)),
      figure(`processor time until the first read, most of ${rounds}`, 's', longest.readCpu, null),
      figure(`processor time until ready, most of ${rounds}`, 's', longest.cpu, null),
      figure('lost, duplicate and differing records', 'records', lost + duplicate + differing, atMost(0)),
      figure(`tables of ${before.size} that a refill fills otherwise`, 'tables', others.length, atMost(0)),
    ];
  });
}

interface FoundRecords {
  readonly lost: number;
  readonly duplicate: number;
  readonly differing: number;
}

const figure = (what: string, unit: string, value: number, target: Target | null): Measurement => ({
  name: `after kill -9 under load, ${what}`,
  unit,
  value,
  floor: null,
  target,
});
