import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile } from '../measurement.ts';
import { startBareKoa } from '../support/floors/bare-koa.ts';
import { createClient, latencies } from '../support/load/client.ts';
import { inSandbox, newKey, register } from '../support/engines/service.ts';
import { makeWorld } from '../support/samples/world.ts';

const assets = 3_000;
const lookups = 3_000;
const warmUps = 500;
const loadSeconds = 6;
const loadConnections = 10;

/** Token lookups by CAIP-19 on a running service, compared with a bare Koa that sends the same bytes. */
export const lookupBench: Bench = {
  name: 'lookup',
  measures: 'GET /kyi/v1/tokens by CAIP-19 on a running service',
  cases: { 'a running service': benchLookup },
};

function benchLookup({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const world = makeWorld(Math.round(assets * scale));
  const paths = world.assets.map(({ address }) => `/kyi/v1/tokens?caip19=eip155:1/erc20:${address}`);
  return inSandbox(async (sandbox) => {
    const { httpUrl } = await sandbox.up();
    await register(sandbox, world);
    const key = await newKey(sandbox, 'lookup');
    const [path = ''] = paths;
    const client = createClient(httpUrl, key);
    const sample = await client.send('GET', path);
    client.close();
    if (sample.status !== 200) throw new Error(`GET ${path}: ${sample.status} ${sample.body.toString('utf8')}`);
    const bare = await startBareKoa(sample.body, sample.headers['content-type'] ?? '');
    const count = Math.round(lookups * scale);
    const seconds = Math.max(1, Math.round(loadSeconds * scale));
    // The service and the floor alternate, so that a slow moment of the machine affects both.
    const ours = await lookUp(httpUrl, key, paths, count);
    const floor = await lookUp(bare.url, key, paths, count);
    const throughput = await load(httpUrl + path, key, seconds);
    const floorThroughput = await load(bare.url + path, key, seconds);
    bare.stop();
    const name = 'bare Koa sending the same bytes';
    return [
      {
        name: 'p50, one at a time',
        unit: 'ms',
        value: percentile(ours, 50),
        floor: { name, value: percentile(floor, 50) },
        target: atMost(3),
      },
      {
        name: 'p99, one at a time',
        unit: 'ms',
        value: percentile(ours, 99),
        floor: { name, value: percentile(floor, 99) },
        target: null,
      },
      {
        name: `throughput, ${loadConnections} connections`,
        unit: 'requests/s',
        value: throughput,
        floor: { name, value: floorThroughput },
        target: null,
      },
    ];
  });
}

/** Milliseconds of sequential lookups of one token. */
async function lookUp(
  baseUrl: string,
  key: string,
  paths: readonly string[],
  count: number,
): Promise<readonly number[]> {
  const client = createClient(baseUrl, key);
  const asked = Array.from({ length: warmUps + count }, (_, index) => paths[index % paths.length] ?? '');
  const times = await latencies(asked, 1, (path) => client.send('GET', path));
  client.close();
  return times.slice(warmUps);
}

/** Requests per second under load from a process of its own. */
async function load(url: string, key: string, seconds: number): Promise<number> {
  const autocannon = createRequire(import.meta.url).resolve('autocannon');
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[autocannon, '--json', '--connections', String(loadConnections), '--duration', String(seconds)],
    ...['--headers', `authorization=${key}`, url],
  ]);
  const result = JSON.parse(stdout) as {
    readonly requests: { readonly average: number };
    readonly non2xx: number;
    readonly errors: number;
  };
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`);
  return result.requests.average;
}
