import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointLoad } from './measure.ts';
import { apiEnv, monitoredWorld } from './world.ts';
import type { BenchOptions } from '../bench.ts';
import { type Measurement, median, ratioAtLeast } from '../measurement.ts';
import { startBareKoa } from '../support/floors/bare-koa.ts';
import { type ClientRequest, createClient, latencies, type Reply } from '../support/load/client.ts';
import { inSandbox } from '../support/engines/service.ts';
import { memoryOf } from '../support/probes/process-memory.ts';
import { mainThreadUs } from '../support/probes/process-time.ts';
import { createServiceProfiler, type ServiceProfiler } from '../support/probes/service-profile.ts';
import type { Holder } from '../support/samples/monitored-world.ts';
import { seedTables } from '../support/samples/seed-tables.ts';

/** A tenth of the assets and keys of the other cases: an answer that is in memory does not depend on them. */
const share = 0.1;
const batchSize = 100;
/** Requests of a turn; the service and its floor take turns, so that a slow moment of the machine affects both. */
const count = 300;
const turns = 3;
const connections = 4;
/** Turns in which more than this share is refused are repeated. */
const mostRefused = 0.02;
const mostAttempts = 30;
const koa = 'bare Koa sending the same bytes';
const packedKoa = 'bare Koa sending the same bytes, compressed already';

interface Warm extends EndpointLoad {
  /** Least ratio to a bare Koa, without and with brotli. */
  readonly goal: number;
  readonly packedGoal: number | null;
}

/** Answers that are asked for again, in processor time of the main thread, each beside a bare Koa in the same minutes. */
export function benchWarm({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> {
  const monitored = monitoredWorld(share * scale);
  const [holder] = monitored.holders;
  if (holder === undefined) throw new Error('there is no key');
  return inSandbox(async (sandbox) => {
    await seedTables(sandbox.directory, monitored, { withChanges: true }, async () => undefined);
    const profiler = createServiceProfiler(sandbox.directory, profile);
    const { httpUrl, pid } = await sandbox.up({ env: { ...apiEnv, ...profiler.env } });
    const measured: Measurement[] = [];
    const at = { url: httpUrl, pid, count: Math.max(50, Math.round(count * scale)), profiler };
    for (const asked of await answers(httpUrl, holder, monitored.world.assets)) {
      measured.push(await besideBare(asked, at, null));
      if (asked.packedGoal !== null) measured.push(await besideBare(asked, at, 'br'));
    }
    return [...measured, ...(await filled(monitored.holders, at))];
  });
}

interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  readonly count: number;
  readonly profiler: ServiceProfiler;
}

async function answers(
  url: string,
  { key }: Holder,
  assets: readonly { readonly address: string }[],
): Promise<readonly Warm[]> {
  const bearer = { authorization: `Bearer ${key}` };
  const kept = { goal: 0.55, packedGoal: 0.55, status: 200 } as const;
  const get = (name: string, path: string, headers: Readonly<Record<string, string>> = bearer): Warm => ({
    ...kept,
    name,
    requests: [{ path, headers }],
  });
  const feed = get('feed of a year', '/me/monitoring/changes?sort=impact&days=365');
  const { body } = await answerOf(url, feed, feed.requests[0]);
  const [first] = (JSON.parse(body.toString('utf8')) as { readonly items: readonly { readonly id: string }[] }).items;
  const tokens = Array.from({ length: batchSize }, (_, index) => ({
    caip19: `eip155:1/erc20:${assets[index % assets.length]?.address ?? ''}`,
  }));
  const headers = { authorization: key, 'content-type': 'application/json' };
  return [
    get('list of 20 assets', '/assets', { authorization: key }),
    { ...feed, goal: 0.9 },
    { ...get('inbox', '/me/notifications'), goal: 0.9 },
    get('watchlist', '/me/watchlist'),
    get('one change', `/me/monitoring/changes/${encodeURIComponent(first?.id ?? '')}`),
    {
      ...kept,
      name: 'batch of 100 tokens',
      goal: 0.5,
      packedGoal: null,
      requests: [{ method: 'POST', path: '/kyi/v1/tokens/batch', headers, body: JSON.stringify({ tokens }) }],
    },
  ];
}

/** Requests in a second of the main thread's processor time. */
async function besideBare(
  asked: Warm,
  { url, pid, count: n, profiler }: ServiceProcess,
  coding: 'br' | null,
): Promise<Measurement> {
  const { name, status } = asked;
  const requests = asked.requests.map((one) =>
    coding === null ? one : { ...one, headers: { ...one.headers, 'accept-encoding': coding } },
  );
  const coded: EndpointLoad = { name, status, requests };
  const sample = await answerOf(url, coded, requests[0]);
  if ((sample.headers['content-encoding'] ?? null) !== coding) throw new Error(`${name} is not sent as ${coding}`);
  const bare = await startBareKoa(sample.body, sample.headers['content-type'] ?? '', status, coding ?? undefined);
  const [ours, floors]: [number[], number[]] = [[], []];
  await costOf(bare, coded, n);
  await costOf({ url, pid }, coded, n);
  await profiler.during(`${name}, ${coding ?? 'plain'}`, async () => {
    for (let turn = 0; turn < turns; turn++) {
      ours.push(await costOf({ url, pid }, coded, n));
      floors.push(await costOf(bare, coded, n));
    }
  });
  bare.stop();
  return {
    name: `${name}, ${Math.round(sample.body.length / 1_000)} kB${coding === null ? '' : ' in brotli'}`,
    unit: 'requests/CPU s',
    value: 1e6 / median(ours),
    floor: { name: coding === null ? koa : packedKoa, value: 1e6 / median(floors) },
    target: ratioAtLeast((coding === null ? asked.goal : asked.packedGoal) ?? 0),
  };
}

/** More bytes of different answers than are cached, MiB. */
const filledMiB = 80;

/** Memory of the service once the cache of bodies is full: feeds of many clients and windows. */
async function filled(holders: readonly Holder[], { url, pid }: ServiceProcess): Promise<readonly Measurement[]> {
  const before = memoryOf(pid);
  let left = filledMiB * 2 ** 20;
  for (let days = 365; left > 0 && days > 0; days--) {
    const path = `/me/monitoring/changes?sort=impact&days=${days}`;
    const asked = { name: path, status: 200, requests: [] };
    for (const { key } of holders) {
      if (left <= 0) break;
      left -= (await answerOf(url, asked, { path, headers: { authorization: `Bearer ${key}` } })).body.length;
    }
  }
  const after = memoryOf(pid);
  if (before === null || after === null) return [];
  return [
    {
      name: 'resident memory with the cache of bodies full',
      unit: 'MiB',
      value: after.resident,
      floor: { name: 'the same service before', value: before.resident },
      target: null,
    },
  ];
}

/** The answer to one request, sent again while the service is busy. */
async function answerOf(url: string, { name, status }: EndpointLoad, one: ClientRequest | undefined): Promise<Reply> {
  if (one === undefined) throw new Error('nothing is asked');
  const client = createClient(url, '');
  try {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const reply = await client.ask(one);
      if (reply.status === status) return reply;
      if (reply.status !== 503) throw new Error(`${one.path}: ${reply.status}`);
      await pause(200);
    }
    throw new Error(`${name}: the machine is too busy`);
  } finally {
    client.close();
  }
}

async function costOf(
  { url, pid }: { readonly url: string; readonly pid: number },
  asked: EndpointLoad,
  n: number,
): Promise<number> {
  const client = createClient(url, '');
  const list = Array.from({ length: n }, (_, index) => asked.requests[index % asked.requests.length]);
  for (let attempt = 0; ; attempt++) {
    let refused = 0;
    const before = mainThreadUs(pid);
    await latencies(list, connections, async (one) => {
      if (one === undefined) return;
      const { status } = await client.ask(one);
      if (status === 503) refused += 1;
      else if (status !== asked.status) throw new Error(`${one.path}: ${status}`);
    });
    const after = mainThreadUs(pid);
    // A service on a busy machine refuses reads, which costs less than an answer.
    if (refused > n * mostRefused && attempt < mostAttempts) continue;
    client.close();
    if (refused > n * mostRefused)
      throw new Error(`${asked.name}: the machine is too busy, ${refused} of ${n} are refused`);
    return before === null || after === null ? Number.NaN : (after - before) / n;
  }
}
