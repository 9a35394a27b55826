import { type EndpointLoad, oneByOne } from './measure.ts';
import { benchRegistrySizes } from './registry-sizes.ts';
import { apiEnv } from './world.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { type Measurement, percentile, type Target } from '../measurement.ts';
import { type Holder, makeMonitoredWorld, type MonitoredWorld } from '../support/samples/monitored-world.ts';
import { memoryOf } from '../support/probes/process-memory.ts';
import { seedBySql } from '../support/samples/seed-by-sql.ts';
import { inSandbox } from '../support/engines/service.ts';

const changesPerAsset = 100;
const sizes = [100_000, 1_000_000, 10_000_000] as const;
const watched = 50;
/** Clients that share no asset but one, also at the smallest size: texts read for one would be in memory for another. */
const holders = 20;
/** Clients whose answers are not timed. */
const warmUps = 2;
const warmUpTurns = 40;
/** Each round begins with a new process with empty caches. */
const rounds = 6;
const lookups = 2_000;
const target: Target = { of: 'ratio', bound: 'at most', value: 1.5 };

/** Answers of a running service over more and more changes, always a hundred per asset. */
export const sizesBench: Bench = {
  name: 'sizes',
  measures: 'answers one at a time over 10⁵, 10⁶ and 10⁷ changes, and over 10⁴, 10⁵ and 10⁶ assets',
  cases: { changes: benchSizes, assets: benchRegistrySizes },
};

interface Answers {
  readonly changes: number;
  readonly seconds: number;
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly resident: number | null;
}

async function benchSizes({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const measured: Answers[] = [];
  for (const size of sizes) measured.push(await benchSize(size * scale));
  const [smallest] = measured;
  if (smallest === undefined) return [];
  return measured.flatMap((answers) => figures(answers, smallest));
}

function benchSize(size: number): Promise<Answers> {
  const monitored = makeMonitoredWorld(size / changesPerAsset, holders, watched);
  return inSandbox(async (sandbox) => {
    const start = performance.now();
    const changes = await seedBySql(sandbox.directory, monitored);
    const seconds = (performance.now() - start) / 1000;
    process.stderr.write(`  sizes: ${changes} changes made and merged in ${Math.round(seconds)} s\n`);
    const times = new Map<string, number[]>();
    let resident: number | null = null;
    for (let round = 0; round < rounds; round += 1) {
      const { httpUrl, pid, end } = await sandbox.up({ env: apiEnv });
      for (const [name, some] of await askAll(httpUrl, monitored)) {
        times.set(name, [...(times.get(name) ?? []), ...some]);
      }
      resident = memoryOf(pid)?.resident ?? null;
      await end('SIGTERM');
    }
    return { changes, seconds, times, resident };
  });
}

const asked = [
  { name: 'feed by impact, a year, first', path: '/me/monitoring/changes?sort=impact&days=365' },
  { name: 'feed by impact, a year, again', path: '/me/monitoring/changes?sort=impact&days=365' },
  { name: 'feed, newest first', path: '/me/monitoring/changes' },
  { name: 'inbox', path: '/me/notifications' },
  { name: 'watchlist', path: '/me/watchlist' },
] as const;

async function askAll(url: string, monitored: MonitoredWorld): Promise<ReadonlyMap<string, readonly number[]>> {
  const untimed = monitored.holders.slice(0, warmUps);
  const timed = monitored.holders.slice(warmUps);
  for (let turn = 1; turn <= warmUpTurns; turn += 1) {
    // Each turn requests a feed and an inbox that were not requested before.
    const paths = [`/me/monitoring/changes?sort=impact&days=${365 - turn}`, `/me/notifications?limit=${turn}`];
    for (const path of [...paths, '/me/watchlist']) await oneByOne(url, gets(path, untimed), untimed.length);
  }
  const times = new Map<string, readonly number[]>();
  for (const { name, path } of asked) times.set(name, await oneByOne(url, gets(path, timed), timed.length));
  times.set('token by CAIP-19', await oneByOne(url, tokens(monitored), lookups));
  return times;
}

const bearer = ({ key }: Holder): { readonly authorization: string } => ({ authorization: `Bearer ${key}` });

const gets = (path: string, of: readonly Holder[]): EndpointLoad => ({
  name: path,
  status: 200,
  requests: of.map((holder) => ({ path, headers: bearer(holder) })),
});

/** Tokens spread over the registry. */
function tokens({ world, holders: [holder] }: MonitoredWorld): EndpointLoad {
  const step = Math.max(1, Math.floor(world.assets.length / lookups));
  const headers = { authorization: holder?.key ?? '' };
  return {
    name: 'token',
    status: 200,
    requests: world.assets
      .filter((_, index) => index % step === 0)
      .map(({ address }) => ({ path: `/kyi/v1/tokens?caip19=eip155:1/erc20:${address}`, headers })),
  };
}

function figures({ changes, seconds, times, resident }: Answers, smallest: Answers): readonly Measurement[] {
  const isLarger = changes > smallest.changes;
  const at = changes.toLocaleString('en-US');
  const floorName = `the same at ${smallest.changes.toLocaleString('en-US')} changes`;
  const answers = [...times].flatMap(([name, all]) =>
    [50, 95].map((percent): Measurement => {
      const floor = { name: floorName, value: percentile(smallest.times.get(name) ?? [], percent) };
      return {
        name: `${name}, ${at} changes, p${percent}`,
        unit: 'ms',
        value: percentile(all, percent),
        floor: isLarger ? floor : null,
        target: isLarger && percent === 95 ? target : null,
      };
    }),
  );
  const plain = { floor: null, target: null };
  return [
    ...answers,
    { ...plain, name: `making the rows, ${at} changes`, unit: 's', value: seconds },
    ...(resident === null ? [] : [{ ...plain, name: `resident memory, ${at} changes`, unit: 'MiB', value: resident }]),
  ];
}
