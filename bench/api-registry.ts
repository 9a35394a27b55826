import type { ServiceTables } from '../cli/up/service-tables.ts';
import { type Asked, besideKoa, connections, type MeasureOptions, oneByOne } from './api-measure.ts';
import { apiEnv, monitoredWorld } from './api-world.ts';
import type { BenchOptions } from './bench.ts';
import { atLeast, type Measurement } from './measurement.ts';
import { type ClientRequest, latencies } from './support/client.ts';
import { createServiceProfiler } from './support/service-profile.ts';
import { inSandbox } from './support/service.ts';
import { seedTables } from './support/seed-tables.ts';
import type { MonitoredWorld } from './support/monitored-world.ts';

const count = 2_000;
const seconds = 8;
const batchSize = 100;
/** Share of bare Koa's throughput that lookups should reach. */
const shareOfKoa = 0.6;
const pointReads = 4_000;
const warmUps = 200;

/** Interface A: every answer comes from memory. */
export function benchRegistry({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> {
  const monitored = monitoredWorld(scale);
  return inSandbox(async (sandbox) => {
    const reads = await seedTables(sandbox.directory, monitored, { withChanges: false }, (tables) =>
      coalescedReads(tables, monitored, Math.round(pointReads * scale)),
    );
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
    return [...measured, reads];
  });
}

/** Assets asked about in turn. */
const most = 500;
/** Keys that ask so often that the service knows them. */
const fewKeys = 10;

interface Endpoint extends Asked {
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

const recordsSql = 'SELECT * FROM attestry.store_asset_records FINAL WHERE asset_id IN {ids:Array(String)}';

/**
 * Records read from the tables by ten at a time who share the query that is gathered while the one before runs. Nothing
 * in the service does: it holds every record, so it has no misses. This is what they would cost.
 */
async function coalescedReads(tables: ServiceTables, { world }: MonitoredWorld, reads: number): Promise<Measurement> {
  const read = gathering((ids) => tables.api.query<{ readonly asset_id: string }>(recordsSql, { ids }));
  const ids = Array.from({ length: reads }, (_, index) => world.assets[index % world.assets.length]?.assetId ?? '');
  const start = performance.now();
  await latencies(ids, connections, read);
  const coalesced = (reads * 1_000) / (performance.now() - start);
  const some = ids.slice(0, Math.ceil(reads / 10));
  const alone = await latencies(some, 1, (id) => tables.api.query(recordsSql, { ids: [id] }));
  const perSecond = (alone.length * 1_000) / alone.reduce((sum, time) => sum + time, 0);
  return {
    name: `records by id from the tables, ${connections} at a time sharing queries`,
    unit: 'reads/s',
    value: coalesced,
    floor: { name: 'one record a query, one after the other', value: perSecond },
    target: atLeast(800),
  };
}

function gathering(ask: (ids: readonly string[]) => Promise<unknown>): (id: string) => Promise<unknown> {
  let next: { readonly ids: string[]; readonly answer: Promise<unknown> } | null = null;
  let before: Promise<unknown> = Promise.resolve();
  return (id) => {
    if (next === null) {
      const ids: string[] = [];
      const answer = before.then(() => {
        next = null;
        return ask(ids);
      });
      before = answer;
      next = { ids, answer };
    }
    next.ids.push(id);
    return next.answer;
  };
}
