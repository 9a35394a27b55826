import { oneByOne } from './measure.ts';
import { apiEnv } from './world.ts';
import type { BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile, ratioAtMost, type Target } from '../measurement.ts';
import { inSandbox } from '../support/engines/service.ts';
import { memoryOf } from '../support/probes/process-memory.ts';
import { workOf } from '../support/probes/process-work.ts';
import { holderAt, seedWatched } from '../support/samples/seed-watched.ts';
import { makeWorld } from '../support/samples/world.ts';

const sizes = [10_000, 100_000, 1_000_000] as const;
const watchers = 10;
/** Key holders that share no asset, of those whose assets have changes. */
const readers = 20;
/** Each round begins with a new process. */
const rounds = 3;
const lookups = 200;
const perPage = 20;

interface Grown {
  readonly assets: number;
  /** Processor time until the service is ready, seconds, of each round. */
  readonly startCpu: readonly number[];
  readonly startSeconds: readonly number[];
  /** Own memory of the process of the API after the reads of a round, MiB; none where the system does not report it. */
  readonly own: readonly number[];
  readonly times: ReadonlyMap<string, readonly number[]>;
}

/** Start, memory and answers of a service whose registry grows: every asset is on ten lists. */
export async function benchRegistrySizes({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const measured: Grown[] = [];
  for (const size of sizes) measured.push(await benchSize(size * scale));
  const [smallest] = measured;
  return smallest === undefined ? [] : measured.flatMap((grown) => figures(grown, smallest));
}

function benchSize(assets: number): Promise<Grown> {
  return inSandbox(async (sandbox) => {
    const began = performance.now();
    await seedWatched(sandbox.directory, assets, watchers);
    const seconds = Math.round((performance.now() - began) / 1_000);
    const own = Math.round(process.resourceUsage().maxRSS / 1_024);
    process.stderr.write(`  sizes: ${assets} assets made in ${seconds} s, with ${own} MiB of the bench at most\n`);
    const startCpu: number[] = [];
    const startSeconds: number[] = [];
    const memory: number[] = [];
    const times = new Map<string, number[]>();
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      const { httpUrl, pid, end } = await sandbox.up({ env: apiEnv });
      startSeconds.push((performance.now() - started) / 1_000);
      startCpu.push(workOf(pid).cpu);
      for (const [name, requests] of loads(assets)) {
        const asked = { name, status: 200, requests };
        // The first answer of a process compiles what the others run.
        await oneByOne(httpUrl, asked, 1);
        const rest = requests.slice(1);
        const some = await oneByOne(httpUrl, { ...asked, requests: rest }, rest.length);
        times.set(name, [...(times.get(name) ?? []), ...some]);
      }
      memory.push(...[memoryOf(pid)?.own ?? []].flat());
      await end('SIGTERM');
    }
    return { assets, startCpu, startSeconds, own: memory, times };
  });
}

type Requests = readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[];

/** Requests by what they read; those of key holders are of holders whose feeds have the same changes at every size. */
function loads(assets: number): ReadonlyMap<string, Requests> {
  const holders = Array.from({ length: readers }, (_, index) => holderAt(index, assets));
  const ofHolders = (path: string): Requests =>
    holders.map(({ key }) => ({ path, headers: { authorization: `Bearer ${key}` } }));
  const headers = { authorization: holders[0]?.key ?? '' };
  const { assets: known } = makeWorld(Math.min(assets, lookups));
  const pages = Math.ceil(assets / perPage);
  const step = Math.max(1, Math.floor(pages / lookups));
  return new Map<string, Requests>([
    ['feed by impact, a year', ofHolders('/me/monitoring/changes?sort=impact&days=365')],
    ['feed, newest first', ofHolders('/me/monitoring/changes')],
    ['inbox', ofHolders('/me/notifications')],
    ['watchlist', ofHolders('/me/watchlist')],
    [
      'pages of the registry',
      Array.from({ length: Math.min(pages, lookups) }, (_, at) => ({
        path: `/assets?page_size=${perPage}&page_number=${1 + at * step}`,
        headers,
      })),
    ],
    ['one asset', known.map(({ address }) => ({ path: `/assets/ethereum/${address}`, headers }))],
    [
      'token by CAIP-19',
      known.map(({ address }) => ({ path: `/kyi/v1/tokens?caip19=eip155:1/erc20:${address}`, headers })),
    ],
  ]);
}

function figures({ assets, startCpu, startSeconds, own, times }: Grown, smallest: Grown): readonly Measurement[] {
  const isLarger = assets > smallest.assets;
  const at = `${assets.toLocaleString('en-US')} assets`;
  const more = assets - smallest.assets;
  const plain = { floor: null, target: null };
  const [cpu, firstCpu] = [percentile(startCpu, 50), percentile(smallest.startCpu, 50)];
  const [memory, firstMemory] = [percentile(own, 50), percentile(smallest.own, 50)];
  const slope = (name: string, unit: string, value: number, target: Target): readonly Measurement[] =>
    isLarger ? [{ name: `${name}, ${at}`, unit, value, floor: null, target }] : [];
  return [
    { ...plain, name: `start, ${at}`, unit: 's', value: percentile(startSeconds, 50) },
    { ...plain, name: `processor time of a start, ${at}`, unit: 's', value: cpu },
    ...slope('processor time of a start for each further asset', 'µs', ((cpu - firstCpu) / more) * 1e6, atMost(2)),
    ...(own.length === 0
      ? []
      : [
          { ...plain, name: `own memory of the API, ${at}`, unit: 'MiB', value: memory },
          ...slope('own memory for each further asset', 'kB', ((memory - firstMemory) / more) * 1_024, atMost(0.5)),
        ]),
    ...[...times].flatMap(([name, all]) =>
      [50, 95].map((percent): Measurement => {
        const of = smallest.times.get(name) ?? [];
        const floor = {
          name: `the same at ${smallest.assets.toLocaleString('en-US')}`,
          value: percentile(of, percent),
        };
        return {
          name: `${name}, ${at}, p${percent}`,
          unit: 'ms',
          value: percentile(all, percent),
          floor: isLarger ? floor : null,
          target: isLarger && percent === 95 ? ratioAtMost(1.5) : null,
        };
      }),
    ),
  ];
}
