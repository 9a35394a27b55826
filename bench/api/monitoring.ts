import type { Sandbox } from '../../tests/support/service.ts';
import { measureFloors } from './floors.ts';
import { type EndpointLoad, answerOf, besideKoa, besideQueries, type MeasureOptions, oneByOne } from './measure.ts';
import { apiEnv, monitoredWorld } from './world.ts';
import type { BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile } from '../measurement.ts';
import { foldedChanges } from '../support/samples/change-rows.ts';
import { openBenchEngine } from '../support/engines/engine.ts';
import { openStreams } from '../support/load/fan-out.ts';
import type { Holder } from '../support/samples/monitored-world.ts';
import { seedTables } from '../support/samples/seed-tables.ts';
import { inSandbox } from '../support/engines/service.ts';
import { createServiceProfiler } from '../support/probes/service-profile.ts';

const paths = {
  impact: '/me/monitoring/changes?sort=impact&days=365',
  recent: '/me/monitoring/changes',
  inbox: '/me/notifications',
  watchlist: '/me/watchlist',
} as const;

/** Keys that request each answer once, and those few whose texts all fit into memory. */
const coldKeys = 200;
const warmKeys = 15;
const warmCount = 300;
const seconds = 8;
const exports = 5;
const openAtOnce = 200;
const noticeCount = 20;
/** Target share of bare Koa's throughput for an unchanged poll. */
const share = 0.6;

/** Interface B: feed, inbox, list, export and stream over a year of changes. */
export function benchMonitoring({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> {
  const monitored = monitoredWorld(scale);
  const cold = monitored.holders.slice(0, Math.round(coldKeys * scale));
  const warm = monitored.holders.slice(0, warmKeys);
  return inSandbox(async (sandbox) => {
    const floors = await seedTables(sandbox.directory, monitored, { withChanges: true }, (tables, seeded) => {
      process.stderr.write(`  api: ${seeded.changes} changes in ${seeded.parts} parts\n`);
      return measureFloors(tables, cold, warm);
    });
    const profiler = createServiceProfiler(sandbox.directory, profile);
    const { httpUrl } = await sandbox.up({ env: { ...apiEnv, ...profiler.env } });
    const options: MeasureOptions = {
      url: httpUrl,
      count: Math.max(warmKeys, Math.round(warmCount * scale)),
      seconds: Math.max(1, seconds * scale),
      profiler,
    };
    const few = { ...options, connections: 5 };
    const once = (name: string, path: string): Promise<readonly number[]> =>
      profiler.during(name, () => oneByOne(httpUrl, gets(name, path, cold), cold.length));
    const again = async (name: string, path: string): Promise<readonly number[]> => {
      const asked = gets(name, path, warm);
      await oneByOne(httpUrl, asked, warm.length);
      return profiler.during(name, () => oneByOne(httpUrl, asked, options.count));
    };
    await oneByOne(httpUrl, gets('warm-up', paths.recent, monitored.holders.slice(-warmUps)), warmUps);

    const impact = await once('feed by impact, a year, cold', paths.impact);
    const impactWarm = await again('feed by impact, a year, warm', paths.impact);
    const recent = await once('feed, newest first, cold', paths.recent);
    const recentWarm = await again('feed, newest first, warm', paths.recent);
    const inbox = await once('inbox', paths.inbox);
    const inboxWarm = await again('inbox, warm', paths.inbox);
    const watchlist = await once('watchlist', paths.watchlist);
    const byId = byIdOf(cold, floors.changeIds);
    const change = await oneByOne(httpUrl, byId, cold.length);
    return [
      ...besideQueries('feed by impact, a year, cold', impact, floors.impact, { p50: 80, p95: 120 }),
      ...besideQueries('feed by impact, a year, warm', impactWarm, floors.impactWarm, { p50: 30, p95: 50 }),
      ...besideQueries('feed, newest first, cold', recent, floors.recent, {}),
      ...besideQueries('feed, newest first, warm', recentWarm, floors.recentWarm, {}),
      ...besideQueries('inbox', inbox, floors.inbox, { p95: 100 }),
      ...besideQueries('inbox, warm', inboxWarm, floors.inbox, {}),
      ...besideQueries('watchlist', watchlist, floors.watchlist, {}),
      ...besideQueries('one change', change, floors.change, {}),
      ...(await besideKoa(await unchanged(httpUrl, warm), options, share)),
      ...(await besideKoa(gets('feed by impact, a year, warm', paths.impact, warm), options)),
      ...(await besideKoa(gets('inbox', paths.inbox, warm), options)),
      ...(await besideKoa(gets('watchlist', paths.watchlist, cold), few)),
      ...(await besideKoa(byId, few)),
      await profiler.during('export', () => exportRows(httpUrl, warm.slice(0, exports), floors.exported)),
      ...(await fanOut(sandbox, httpUrl, monitored.holders.slice(0, openAtOnce))),
    ];
  });
}

const warmUps = 20;

const bearer = ({ key }: Holder): { readonly authorization: string } => ({ authorization: `Bearer ${key}` });

const gets = (name: string, path: string, holders: readonly Holder[]): EndpointLoad => ({
  name,
  status: 200,
  requests: holders.map((holder) => ({ path, headers: bearer(holder) })),
});

const byIdOf = (holders: readonly Holder[], ids: readonly string[]): EndpointLoad => ({
  name: 'one change',
  status: 200,
  requests: holders.map((holder, index) => ({
    path: `/me/monitoring/changes/${encodeURIComponent(ids[index] ?? '')}`,
    headers: bearer(holder),
  })),
});

/** Polls of feeds that the client already has. */
async function unchanged(url: string, holders: readonly Holder[]): Promise<EndpointLoad> {
  const feeds = gets('', paths.impact, holders);
  const requests = await Promise.all(
    feeds.requests.map(async (one) => {
      const { headers } = await answerOf(url, feeds, one);
      return { ...one, headers: { ...one.headers, 'if-none-match': headers.etag ?? '' } };
    }),
  );
  return { name: 'unchanged feed (304)', status: 304, requests };
}

async function exportRows(url: string, holders: readonly Holder[], floor: number): Promise<Measurement> {
  const asked = gets('export', '/me/monitoring/export?days=365', holders);
  let rows = 0;
  const start = performance.now();
  for (const one of asked.requests) {
    const { body } = await answerOf(url, asked, one);
    for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) rows += 1;
  }
  return {
    name: 'export as NDJSON, one at a time',
    unit: 'rows/s',
    value: (rows * 1_000) / (performance.now() - start),
    floor: { name: 'the same rows in one query a key through the client', value: floor },
    target: null,
  };
}

/** A change of the asset that every client watches, on the log as the fold would write it. */
async function fanOut(sandbox: Sandbox, url: string, holders: readonly Holder[]): Promise<readonly Measurement[]> {
  const engine = await openBenchEngine(sandbox.directory);
  const [template] = foldedChanges().filter(({ notableAt }) => notableAt !== null);
  const [assetId] = holders[0]?.assetIds ?? [];
  if (template === undefined || assetId === undefined) throw new Error('no change to append');
  const streams = await openStreams(
    url,
    holders.map(({ key }) => key),
    engine,
  );
  const first: number[] = [];
  const last: number[] = [];
  for (let notice = 0; notice < noticeCount; notice++) {
    const times = await streams.deliver({ ...template, assetId });
    first.push(Math.min(...times));
    last.push(Math.max(...times));
  }
  streams.close();
  await engine.close();
  const measurement = (name: string, value: number, target: number | null): Measurement => ({
    name: `${holders.length} streams, ${name}`,
    unit: 'ms',
    value,
    floor: null,
    target: target === null ? null : atMost(target),
  });
  return [
    measurement('from the log to the first, p50', percentile(first, 50), null),
    measurement('from the log to the last, p50', percentile(last, 50), null),
    measurement('from the log to the last, p95', percentile(last, 95), 1_000),
  ];
}
