import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { appendValues } from '../cli/log/append.ts';
import type { Engine } from '../cli/engine/open-engine.ts';
import type { AssetRecord, Change } from '../schemas/generated/records.ts';
import { shortHashOfText } from '../schemas/values/hash.ts';
import type { Sandbox } from '../tests/support/service.ts';
import { apiEnv, monitoredWorld } from './api-world.ts';
import type { BenchOptions } from './bench.ts';
import { atMost, type Measurement, percentile } from './measurement.ts';
import { foldedChanges } from './support/change-rows.ts';
import { type Client, type ClientRequest, createClient, type Reply } from './support/client.ts';
import { openBenchEngine } from './support/engine.ts';
import { recordsOf } from './support/monitored-world.ts';
import { seedTables } from './support/seed-tables.ts';
import { inSandbox } from './support/service.ts';

const rounds = 40;
/** Between two looks at the same answer, milliseconds. */
const lookEveryMs = 2;
const longestMs = 10_000;
/** Nothing older is served as current (architecture 7), milliseconds. */
const target = 1_000;

/** An answer that news shows in. */
interface Look {
  readonly name: string;
  readonly request: ClientRequest;
  /** Whether the answer tells of the news of this round. */
  readonly tells: (reply: Reply, news: string) => boolean;
}

/** From the append to the log until each answer tells of it: through the process that owns the tables, and one beside it. */
export function benchFreshness({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const monitored = monitoredWorld(scale);
  const [holder] = monitored.holders;
  const [record] = recordsOf(monitored.world);
  const [template] = foldedChanges().filter(({ notableAt }) => notableAt !== null);
  if (holder === undefined || record === undefined || template === undefined)
    throw new Error('there is nothing to tell');
  return inSandbox(async (sandbox) => {
    await seedTables(sandbox.directory, monitored, { withChanges: false }, async () => undefined);
    const services = await startBoth(sandbox);
    const engine = await openBenchEngine(sandbox.directory);
    const { registry, monitoring } = looksOf(record.address, holder.key);
    const measured: Measurement[] = [];
    const count = Math.max(3, Math.round(rounds * scale));
    for (const { name, url } of services) {
      const client = createClient(url, '');
      const tellRecord = (news: string) => appendRecord(engine, { ...record, position: positionOf(news), name: news });
      const tellChange = (news: string) => appendChange(engine, { ...template, assetId: record.assetId, title: news });
      measured.push(...(await untilTold(`${name}: record`, { client, looks: registry, tell: tellRecord, count })));
      measured.push(...(await untilTold(`${name}: change`, { client, looks: monitoring, tell: tellChange, count })));
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

function looksOf(
  address: string,
  key: string,
): { readonly registry: readonly Look[]; readonly monitoring: readonly Look[] } {
  const says = ({ body }: Reply, news: string): boolean => body.includes(news);
  const bearer = { authorization: `Bearer ${key}` };
  return {
    registry: [
      { name: 'asset', request: { path: `/assets/ethereum/${address}`, headers: { authorization: key } }, tells: says },
      {
        name: 'token',
        request: { path: `/kyi/v1/tokens?address=${address}`, headers: { authorization: key } },
        tells: says,
      },
    ],
    monitoring: [
      { name: 'feed', request: { path: '/me/monitoring/changes', headers: bearer }, tells: says },
      { name: 'inbox', request: { path: '/me/notifications', headers: bearer }, tells: says },
      {
        name: 'unchanged poll',
        request: { path: '/me/monitoring/changes?sort=impact', headers: bearer },
        tells: (reply, news) => reply.status === 200 && says(reply, news),
      },
    ],
  };
}

interface Telling {
  readonly client: Client;
  readonly looks: readonly Look[];
  readonly tell: (news: string) => Promise<void>;
  readonly count: number;
}

/** All answers are looked at side by side, so that each telling counts for every one of them. */
async function untilTold(title: string, { client, looks, tell, count }: Telling): Promise<readonly Measurement[]> {
  const times = new Map<string, number[]>(looks.map(({ name }) => [name, []]));
  const tags = new Map<string, string>();
  const watch = async ({ name, request, tells }: Look, news: string, start: number): Promise<void> => {
    for (;;) {
      const condition = name === 'unchanged poll' ? { 'if-none-match': tags.get(name) ?? '' } : {};
      const reply = await client.ask({ ...request, headers: { ...request.headers, ...condition } });
      if (reply.status !== 200 && reply.status !== 304) throw new Error(`${name} is answered ${reply.status}`);
      tags.set(name, String(reply.headers.etag));
      const age = performance.now() - start;
      if (tells(reply, news)) {
        times.get(name)?.push(age);
        return;
      }
      if (age > longestMs) throw new Error(`${title}: ${name} does not tell of what was appended`);
      await pause(lookEveryMs);
    }
  };
  for (let round = 0; round < count; round++) {
    const news = `News ${Date.now()}`;
    const start = performance.now();
    await tell(news);
    await Promise.all(looks.map((look) => watch(look, news, start)));
  }
  return [...times].flatMap(([name, all]) =>
    [50, 99, 100].map((percent) => ({
      name: `${title} until the ${name} tells, ${percent === 100 ? 'longest' : `p${percent}`}`,
      unit: 'ms',
      value: percentile(all, percent),
      floor: null,
      target: percent === 100 ? atMost(target) : null,
    })),
  );
}

const positionOf = (news: string): number => Number(news.replace(/\D/g, ''));

async function appendRecord(engine: Engine, value: AssetRecord): Promise<void> {
  await appendValues(engine, 'asset.records', [{ value, timestamp: Date.now() }]);
}

async function appendChange(engine: Engine, template: Change): Promise<void> {
  const now = Date.now();
  const id = `register:${shortHashOfText(randomUUID())}`;
  const value = { ...template, id, groupId: randomUUID(), detectedAt: now, notableAt: now, revisedAt: now };
  await appendValues(engine, 'changes', [{ value, timestamp: now }]);
}
