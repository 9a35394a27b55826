import { freePorts } from '../../tools/local/processes.ts';
import { apiEnv, monitoredWorld } from './world.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile, ratioAtMost } from '../measurement.ts';
import { type ClientRequest, createClient, latencies } from '../support/load/client.ts';
import type { Holder } from '../support/samples/monitored-world.ts';
import { seedTables } from '../support/samples/seed-tables.ts';
import { inSandbox } from '../support/engines/service.ts';

/** Keys of a phase. Each requests every answer once, so that no answer is in memory. */
const keysOfPhase = 100;
/** Quiet and busy phases alternate, so that a slow moment of the machine affects both. */
const rounds = 3;
const clients = 4;
const others = 12;

const paths = [
  '/me/monitoring/changes',
  '/me/monitoring/changes?sort=impact&days=365',
  '/me/notifications',
  '/me/watchlist',
];

/** Queries of analysts, each with a limit of three seconds: over all rows, over rows without end, and constants that hang. */
const heavy: readonly string[] = [
  'SELECT asset_id, uniqExact(id) AS n, sum(cityHash64(title, impact, category)) FROM changes GROUP BY asset_id ORDER BY n DESC LIMIT 10',
  'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)',
  "SELECT like(repeat('a', 1000000), repeat('%a', 5000))",
  "SELECT arraySum(x -> editDistance(repeat('a', 60000), concat(repeat('b', 60000), toString(x))), range(100))",
];

/** Reads of key holders beside queries of analysts that take all they can get, and of another analyst beside them. */
export const analystsBench: Bench = {
  name: 'analysts',
  measures: 'reads of key holders, and a short query, beside heavy queries of analysts',
  cases: { 'a running service': benchAnalysts },
};

async function benchAnalysts({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const monitored = monitoredWorld(scale);
  const keys = Math.max(2, Math.round(keysOfPhase * scale));
  const [sqlPort = 0] = await freePorts(1);
  return inSandbox(async (sandbox) => {
    await seedTables(sandbox.directory, monitored, { withChanges: true }, async () => undefined);
    const service = await sandbox.up({ env: { ...apiEnv, ATTESTRY_SQL_PORT: String(sqlPort) } });
    const { httpUrl } = service;
    const sqlUrl = `http://127.0.0.1:${sqlPort}`;
    await query(sqlUrl, short);
    const read = (phase: number): Promise<Reads> => {
      const holders = Array.from(
        { length: keys },
        (_, at) => monitored.holders[(phase * keys + at) % monitored.holders.length],
      );
      return readAll(httpUrl, getsOf(holders.filter((holder) => holder !== undefined)));
    };
    // The first requests of a service compile it.
    await read(2 * rounds);
    const quiet: Reads[] = [];
    const busy: Reads[] = [];
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await read(2 * round));
      busy.push(await beside(sqlUrl, () => read(2 * round + 1)));
    }
    const timesOf = (all: readonly Reads[]): readonly number[] => all.flatMap(({ times }) => times);
    const refusedOf = (all: readonly Reads[]): number => all.reduce((sum, { refused }) => sum + refused, 0);
    const short_ = await beside(sqlUrl, () => shortQueries(sqlUrl, Math.max(2, Math.round(others * scale))));
    await service.end('SIGTERM');
    const at = (percent: number, target: Measurement['target']): Measurement => ({
      name: `reads of key holders, p${percent}`,
      unit: 'ms',
      value: percentile(timesOf(busy), percent),
      floor: { name: 'the same reads without analysts', value: percentile(timesOf(quiet), percent) },
      target,
    });
    return [
      at(50, null),
      at(99, ratioAtMost(3)),
      {
        name: 'reads of key holders that were refused',
        unit: 'reads',
        value: refusedOf(busy),
        floor: null,
        target: refusedOf(quiet) > 0 ? null : atMost(0),
      },
      {
        name: 'a short query of another analyst, p50',
        unit: 'ms',
        value: percentile(short_, 50),
        floor: null,
        target: null,
      },
      {
        name: 'a short query of another analyst, p99',
        unit: 'ms',
        value: percentile(short_, 99),
        floor: null,
        target: atMost(10_000),
      },
    ];
  });
}

const short = 'SELECT count() FROM asset_records';

const getsOf = (holders: readonly Holder[]): readonly ClientRequest[] =>
  holders.flatMap(({ key }) => paths.map((path) => ({ path, headers: { authorization: `Bearer ${key}` } })));

interface Reads {
  /** Milliseconds of those that were answered. */
  readonly times: readonly number[];
  /** Those that were refused with 503, as on a machine that others overload. */
  readonly refused: number;
}

/** Sends the requests one at a time. */
async function readAll(baseUrl: string, requests: readonly ClientRequest[]): Promise<Reads> {
  const client = createClient(baseUrl, '');
  let refused = 0;
  const times = await latencies(requests, 1, async (one) => {
    const { status } = await client.ask(one);
    if (status === 503) refused += 1;
    else if (status !== 200) throw new Error(`${one.path}: ${status}`);
  });
  client.close();
  return { times, refused };
}

/** Sends a query; resolves with the status of the answer once it is read. */
async function query(sqlUrl: string, sql: string): Promise<number> {
  const response = await fetch(`${sqlUrl}/?max_execution_time=3`, { method: 'POST', body: sql });
  await response.arrayBuffer();
  return response.status;
}

/** Runs `work` while clients send the heavy queries, each the next one as soon as the last was answered or refused. */
async function beside<T>(sqlUrl: string, work: () => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const client = async (first: number): Promise<void> => {
    for (let at = first; !stopping.signal.aborted; at += 1) await query(sqlUrl, heavy[at % heavy.length] ?? short);
  };
  const running = Array.from({ length: clients }, (_, at) => client(at));
  try {
    return await work();
  } finally {
    stopping.abort();
    await Promise.all(running);
  }
}

/** Milliseconds until each of the short queries was answered. */
async function shortQueries(sqlUrl: string, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const sent = performance.now();
    // One that was refused counts with the time of asking again.
    for (let status = 503; status !== 200; ) {
      if (status !== 503) throw new Error(`${short}: ${status}`);
      status = await query(sqlUrl, short);
    }
    times.push(performance.now() - sent);
  }
  return times;
}
