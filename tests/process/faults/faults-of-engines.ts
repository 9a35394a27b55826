/** Faults of engines: brokers, registry and tables that are unavailable for a time, and a full disk. */
import * as assert from 'uvu/assert';
import { until } from '../../cluster/support/until.ts';
import { type Probe, type ProbeFigures, probing } from './probes.ts';
import type { Fault, Scene } from './run-fault.ts';
import type { Part, Processes, TestSystem } from './test-system.ts';
import { addressOf, plainAsset } from './world.ts';
import { pause, withPatience } from '../../support/real-time.ts';

const health: readonly Probe[] = [{ path: '/livez' }, { path: '/readyz' }];

/** A request of interface B that is new each time, one of it that is repeated, and one of interface A. */
const reads = ({ key, world }: Scene): readonly Probe[] => [
  { path: '/me/monitoring/changes?days={n}', authorization: `Bearer ${key}` },
  { path: '/me/watchlist', authorization: `Bearer ${key}` },
  { path: `/kyi/v1/tokens?address=${addressOf(plainAsset(world, 0))}`, authorization: key },
];

const statusesOf = ({ statuses }: ProbeFigures, path: string): readonly string[] =>
  Object.keys(statuses[path] ?? {}).sort();

const slowestRead = ({ slowest }: ProbeFigures): number =>
  Math.max(...Object.entries(slowest).map(([path, ms]) => (path === '/readyz' ? 0 : ms)));

/** Names of the processes whose `/readyz` is 503 because of the log. */
async function unready(processes: Processes): Promise<readonly string[]> {
  const answers = [...processes.opsUrls()].map(async ([name, url]) => {
    const response = await fetch(`${url}/readyz`);
    const text = await response.text();
    if (response.status === 200) return [];
    assert.is(response.status, 503, text);
    assert.match(text, 'log ');
    return [name];
  });
  return (await Promise.all(answers)).flat();
}

/** The part that contains the tables: a server, or the one process of the embedded system. */
function tablesOf({ tables, processes }: TestSystem): Part {
  if (tables !== null) return tables;
  return {
    kill: async () => {
      await processes.end(processes.inserting, 'SIGKILL');
    },
    start: () => processes.start(processes.inserting),
  };
}

const readsAnswer = (answered: ProbeFigures): void => {
  for (const path of Object.keys(answered.statuses).filter((one) => !one.endsWith('z'))) {
    const wrong = statusesOf(answered, path).filter((status) => !['200', '502', '503'].includes(status));
    assert.equal(wrong, [], `${path}: ${JSON.stringify(answered.statuses[path])}`);
  }
};

const tablesGone: Fault = {
  name: 'R-22 the tables are down for a minute',
  engines: ['embedded', 'cluster'],
  lasts: { full: 90, short: 20 },
  catchesUpWithin: 120,
  happens: async (scene) => {
    const { system, wait } = scene;
    const tables = tablesOf(system);
    await wait(10_000, 3_000);
    const answered = await probing(system.processes.httpUrl(), [...health, ...reads(scene)], async () => {
      await tables.kill();
      await wait(60_000, 10_000);
    });
    await tables.start();
    assert.equal(statusesOf(answered, '/livez'), ['200']);
    assert.ok(statusesOf(answered, '/readyz').includes('503'), '/readyz reports that it is not ready');
    assert.ok(
      statusesOf(answered, '/me/monitoring/changes').includes('502'),
      'a request that the cache cannot answer is 502',
    );
    readsAnswer(answered);
    assert.ok(slowestRead(answered) <= withPatience(5_500), `${slowestRead(answered)} ms`);
    return { answered };
  },
};

const brokersGone: Fault = {
  name: 'R-23 the brokers are down for a minute',
  engines: ['cluster'],
  lasts: { full: 90, short: 25 },
  refusals: ['502'],
  happens: async (scene) => {
    const { system, wait } = scene;
    const { broker, processes } = system;
    if (broker === null) throw new Error('there are no brokers');
    await wait(10_000, 3_000);
    assert.equal(await unready(processes), [], 'every role is ready');
    let without: readonly string[] = [];
    const answered = await probing(system.processes.httpUrl(), [...health, ...reads(scene)], async () => {
      await broker.kill();
      await wait(60_000, 12_000);
      without = await unready(processes);
    });
    await broker.start();
    assert.equal([...without].sort(), [...processes.opsUrls().keys()].sort(), 'no role reports that it is ready');
    assert.ok(statusesOf(answered, '/readyz').includes('503'), 'nor does the API');
    await until('every role is ready again', async () => (await unready(processes)).length === 0);
    for (const path of ['/livez', '/me/monitoring/changes', '/me/watchlist', '/kyi/v1/tokens']) {
      assert.equal(statusesOf(answered, path), ['200'], path);
    }
    return { answered };
  },
};

const brokerKilled: Fault = {
  name: 'a broker is killed and restarted',
  engines: ['cluster'],
  lasts: { full: 120, short: 25 },
  happens: async ({ system: { broker }, scale, wait }) => {
    const rounds = scale.isFull ? 8 : 2;
    for (let round = 0; round < rounds; round += 1) {
      await wait(5_000, 3_000);
      await broker?.kill();
      await pause(Math.random() * 2_000);
      await broker?.start();
    }
    return { rounds };
  },
};

const registryGone: Fault = {
  name: 'R-24 the schema registry is down',
  engines: ['cluster'],
  lasts: { full: 90, short: 15 },
  happens: async ({ system, world, load, wait }) => {
    const rows = async (): Promise<number> => {
      const counted = await system.query<{ readonly n: number }>(
        `SELECT toUInt32(count()) AS n FROM attestry.observations WHERE extractor = '${world.name}'`,
      );
      return counted[0]?.n ?? 0;
    };
    await wait(10_000, 2_000);
    await system.registry?.kill();
    const before = load.acknowledged();
    await wait(60_000, 8_000);
    const served = await rows();
    await system.registry?.start();
    assert.ok(served > before, `${served} rows; ${before} were acknowledged before the registry stopped`);
    return { servedMeanwhile: served - before };
  },
};

/** Requires a system with several brokers. */
export const rollingRestart: Fault = {
  name: 'every broker is restarted, one after the other',
  engines: ['cluster'],
  lasts: { full: 120, short: 40 },
  happens: async ({ system: { broker }, wait }) => {
    const nodes = broker?.nodes ?? 0;
    assert.ok(nodes > 1, 'the system has several brokers');
    for (let node = 0; node < nodes; node += 1) {
      await wait(10_000, 3_000);
      await broker?.restart(node);
    }
    return { nodes };
  },
};

/** Requires a system with a small disk. Refused writes are not acknowledged, and processing resumes when there is space. */
export const diskFull: Fault = {
  name: 'R-31 the disk is full for a while',
  engines: ['embedded', 'cluster'],
  lasts: { full: 100, short: 20 },
  mayEnd: true,
  refusals: ['502'],
  happens: async (scene) => {
    const { system, wait } = scene;
    const { disk, processes } = system;
    assert.ok(disk, 'the system has a small disk');
    await wait(10_000, 3_000);
    const answered = await probing(processes.httpUrl(), [...health, ...reads(scene)], async () => {
      await disk.fill();
      await wait(60_000, 8_000);
    });
    disk.free();
    const ended = processes.died();
    await Promise.all([system.broker, system.tables].flatMap((part) => (part === null ? [] : [part.start()])));
    for (const name of processes.usual) if (!processes.running().includes(name)) await processes.start(name);
    // If everything is on the one disk, the API may wait for space or exit.
    const known = ['200', '502', '503', ...(system.engines === 'embedded' ? ['none'] : [])];
    for (const path of Object.keys(answered.statuses)) {
      const others = statusesOf(answered, path).filter((status) => !known.includes(status));
      assert.equal(others, [], `${path}: ${JSON.stringify(answered.statuses[path])}`);
    }
    return { ended, answered };
  },
};

export const faultsOfEngines: readonly Fault[] = [tablesGone, brokersGone, brokerKilled, registryGone];
