import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { appendValues } from '../../cli/log/append.ts';
import type { Engine } from '../../cli/engine/open-engine.ts';
import type { AssetRecord, Change } from '../../schemas/generated/records.ts';
import { shortHashOfText } from '../../schemas/values/hash.ts';
import type { Sandbox } from '../../tests/support/service.ts';
import { apiEnv, monitoredWorld } from './world.ts';
import type { BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile } from '../measurement.ts';
import { foldedChanges } from '../support/samples/change-rows.ts';
import { type Client, type ClientRequest, createClient, type Reply } from '../support/load/client.ts';
import { openBenchEngine } from '../support/engines/engine.ts';
import { recordsOf } from '../support/samples/monitored-world.ts';
import { seedTables } from '../support/samples/seed-tables.ts';
import { inSandbox } from '../support/engines/service.ts';

const rounds = 40;
/** Interval between polls of the same answer, milliseconds. */
const pollIntervalMs = 2;
const longestMs = 10_000;
/** No older data is served as current, milliseconds. */
const target = 1_000;

/** An answer in which a new record appears. */
interface Probe {
  readonly name: string;
  readonly request: ClientRequest;
  /** Whether the answer shows the record of this round. */
  readonly shows: (reply: Reply, marker: string) => boolean;
}

/**
 * From the append to the log until each answer shows the record: of the process that owns the tables, and of one beside
 * it.
 */
export function benchFreshness({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const monitored = monitoredWorld(scale);
  const [holder] = monitored.holders;
  const [record] = recordsOf(monitored.world);
  const [template] = foldedChanges().filter(({ notableAt }) => notableAt !== null);
  if (holder === undefined || record === undefined || template === undefined) throw new Error('no record to append');
  return inSandbox(async (sandbox) => {
    await seedTables(sandbox.directory, monitored, { withChanges: false }, async () => undefined);
    const services = await startBoth(sandbox);
    const engine = await openBenchEngine(sandbox.directory);
    const { registry, monitoring } = probesOf(record.address, holder.key);
    const measured: Measurement[] = [];
    const count = Math.max(3, Math.round(rounds * scale));
    for (const { name, url } of services) {
      const client = createClient(url, '');
      const addRecord = (marker: string) =>
        appendRecord(engine, { ...record, position: positionOf(marker), name: marker });
      const addChange = (marker: string) =>
        appendChange(engine, { ...template, assetId: record.assetId, title: marker });
      measured.push(...(await untilShown(`${name}: record`, { client, probes: registry, append: addRecord, count })));
      measured.push(...(await untilShown(`${name}: change`, { client, probes: monitoring, append: addChange, count })));
      client.close();
    }
    await engine.close();
    return measured;
  });
}

async function startBoth(sandbox: Sandbox): Promise<readonly { readonly name: string; readonly url: string }[]> {
  const up = await sandbox.up({ env: apiEnv });
  const serve = await sandbox.serve(apiEnv);
  return [
    { name: 'up', url: up.httpUrl },
    { name: 'serve beside it', url: serve.httpUrl },
  ];
}

function probesOf(
  address: string,
  key: string,
): { readonly registry: readonly Probe[]; readonly monitoring: readonly Probe[] } {
  const contains = ({ body }: Reply, marker: string): boolean => body.includes(marker);
  const bearer = { authorization: `Bearer ${key}` };
  return {
    registry: [
      {
        name: 'asset',
        request: { path: `/assets/ethereum/${address}`, headers: { authorization: key } },
        shows: contains,
      },
      {
        name: 'token',
        request: { path: `/kyi/v1/tokens?address=${address}`, headers: { authorization: key } },
        shows: contains,
      },
    ],
    monitoring: [
      { name: 'feed', request: { path: '/me/monitoring/changes', headers: bearer }, shows: contains },
      { name: 'inbox', request: { path: '/me/notifications', headers: bearer }, shows: contains },
      {
        name: 'unchanged poll',
        request: { path: '/me/monitoring/changes?sort=impact', headers: bearer },
        shows: (reply, marker) => reply.status === 200 && contains(reply, marker),
      },
    ],
  };
}

interface FreshnessRun {
  readonly client: Client;
  readonly probes: readonly Probe[];
  readonly append: (marker: string) => Promise<void>;
  readonly count: number;
}

/** All answers are polled in parallel, so that each round measures every one of them. */
async function untilShown(
  title: string,
  { client, probes, append, count }: FreshnessRun,
): Promise<readonly Measurement[]> {
  const times = new Map<string, number[]>(probes.map(({ name }) => [name, []]));
  const tags = new Map<string, string>();
  const watch = async ({ name, request, shows }: Probe, marker: string, start: number): Promise<void> => {
    for (;;) {
      const condition = name === 'unchanged poll' ? { 'if-none-match': tags.get(name) ?? '' } : {};
      const reply = await client.ask({ ...request, headers: { ...request.headers, ...condition } });
      if (reply.status !== 200 && reply.status !== 304) throw new Error(`${name} is answered ${reply.status}`);
      tags.set(name, String(reply.headers.etag));
      const age = performance.now() - start;
      if (shows(reply, marker)) {
        times.get(name)?.push(age);
        return;
      }
      if (age > longestMs) throw new Error(`${title}: ${name} does not show the appended record`);
      await pause(pollIntervalMs);
    }
  };
  for (let round = 0; round < count; round++) {
    const marker = `Marker ${Date.now()}`;
    const start = performance.now();
    await append(marker);
    await Promise.all(probes.map((probe) => watch(probe, marker, start)));
  }
  return [...times].flatMap(([name, all]) =>
    [50, 99, 100].map((percent) => ({
      name: `${title} until the ${name} shows, ${percent === 100 ? 'longest' : `p${percent}`}`,
      unit: 'ms',
      value: percentile(all, percent),
      floor: null,
      target: percent === 100 ? atMost(target) : null,
    })),
  );
}

const positionOf = (marker: string): number => Number(marker.replace(/\D/g, ''));

async function appendRecord(engine: Engine, value: AssetRecord): Promise<void> {
  await appendValues(engine, 'asset.records', [{ value, timestamp: Date.now() }]);
}

async function appendChange(engine: Engine, template: Change): Promise<void> {
  const now = Date.now();
  const id = `register:${shortHashOfText(randomUUID())}`;
  const value = { ...template, id, groupId: randomUUID(), detectedAt: now, notableAt: now, revisedAt: now };
  await appendValues(engine, 'changes', [{ value, timestamp: now }]);
}
