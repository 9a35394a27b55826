import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../tests/support/service.ts';
import { type EndpointLoad, besideKoa, connections, type MeasureOptions, oneByOne } from './measure.ts';
import { apiEnv, monitoredWorld } from './world.ts';
import type { BenchOptions } from '../bench.ts';
import { atLeast, type Measurement } from '../measurement.ts';
import { type ClientRequest, createClient, latencies } from '../support/load/client.ts';
import { createServiceProfiler } from '../support/probes/service-profile.ts';
import { inSandbox } from '../support/engines/service.ts';
import { seedTables } from '../support/samples/seed-tables.ts';
import type { MonitoredWorld } from '../support/samples/monitored-world.ts';

const count = 2_000;
const seconds = 8;
const batchSize = 100;
/** Target share of bare Koa's throughput for lookups. */
const shareOfKoa = 0.6;
const warmUps = 200;

/** Interface A: every answer comes from memory, except those measured as misses. */
export function benchRegistry({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> {
  const monitored = monitoredWorld(scale);
  return inSandbox(async (sandbox) => {
    await seedTables(sandbox.directory, monitored, { withChanges: false }, async () => undefined);
    const misses = await coalescedMisses(sandbox, monitored);
    const profiler = createServiceProfiler(sandbox.directory, profile);
    const { httpUrl } = await sandbox.up({ env: { ...apiEnv, ...profiler.env } });
    const options: MeasureOptions = {
      url: httpUrl,
      count: Math.round(count * scale),
      seconds: Math.max(1, seconds * scale),
      profiler,
    };
    const measured: Measurement[] = [];
    for (const { share, ...asked } of endpoints(monitored)) {
      await oneByOne(httpUrl, asked, warmUps);
      measured.push(...(await besideKoa(asked, options, share)));
    }
    return [...measured, misses];
  });
}

/** Number of assets that are looked up in turn. */
const most = 500;
/** Keys that send requests so often that the service keeps them cached. */
const fewKeys = 10;

interface Endpoint extends EndpointLoad {
  readonly share?: number;
}

function endpoints({ world, holders }: MonitoredWorld): readonly Endpoint[] {
  const addresses = world.assets.slice(0, most).map(({ address }) => address);
  const keyOf = (index: number): string => holders[index % holders.length]?.key ?? '';
  const gets = (path: (address: string, index: number) => string, keys = fewKeys): readonly ClientRequest[] =>
    addresses.map((address, index) => ({
      path: path(address, index),
      headers: { authorization: keyOf(index % keys) },
    }));
  const tokens = addresses.map((address) => ({ caip19: `eip155:1/erc20:${address}` }));
  const batch = Array.from({ length: batchSize }, (_, index) => tokens[index % tokens.length]);
  const headers = { authorization: keyOf(0), 'content-type': 'application/json' };
  const body = JSON.stringify({ tokens: batch });
  return [
    {
      name: 'token by CAIP-19',
      status: 200,
      share: shareOfKoa,
      requests: gets((one) => `/kyi/v1/tokens?caip19=eip155:1/erc20:${one}`),
    },
    { name: 'token by address', status: 200, requests: gets((one) => `/kyi/v1/tokens?address=${one}`) },
    { name: 'one asset', status: 200, share: shareOfKoa, requests: gets((one) => `/assets/ethereum/${one}`) },
    {
      name: 'token by CAIP-19, 500 keys in turn',
      status: 200,
      requests: gets((one) => `/kyi/v1/tokens?caip19=eip155:1/erc20:${one}`, most),
    },
    { name: 'list of 20 assets', status: 200, requests: gets((_, page) => `/assets?page_number=${(page % 40) + 1}`) },
    {
      name: 'batch of 100 tokens',
      status: 200,
      requests: [{ method: 'POST', path: '/kyi/v1/tokens/batch', headers, body }],
    },
  ];
}

/**
 * Misses: a service that caches a hundredth of the records gets requests for all of them in turn, so that nearly every
 * answer is read from the tables. Ten at a time share queries; the floor is the same service with sequential requests.
 */
async function coalescedMisses(sandbox: Sandbox, { world, holders }: MonitoredWorld): Promise<Measurement> {
  const cached = String(Math.max(100, Math.round(world.assets.length / 100)));
  const { httpUrl, end } = await sandbox.up({ env: { ...apiEnv, ATTESTRY_REGISTRY_CACHE: cached } });
  const headers = { authorization: holders[0]?.key ?? '' };
  const client = createClient(httpUrl, '');
  const ask = async (address: string): Promise<void> => {
    const { status } = await client.ask({ path: `/assets/ethereum/${address}`, headers });
    if (status !== 200) throw new Error(`an asset is answered ${status}`);
  };
  const addresses = world.assets.map(({ address }) => address);
  // A service that has just started may be too busy to answer.
  for (const address of addresses.slice(-warmUps)) await ask(address).catch(() => pause(20));
  const perSecond = async (some: readonly string[], atATime: number): Promise<number> => {
    const start = performance.now();
    await latencies(some, atATime, ask);
    return (some.length * 1_000) / (performance.now() - start);
  };
  const alone = await perSecond(addresses.slice(0, Math.ceil(addresses.length / 10)), 1);
  const together = await perSecond(addresses, connections);
  client.close();
  await end('SIGTERM');
  return {
    name: `assets that are not in memory, ${connections} at a time sharing queries`,
    unit: 'requests/s',
    value: together,
    floor: { name: 'the same, one after the other', value: alone },
    target: atLeast(800),
  };
}
