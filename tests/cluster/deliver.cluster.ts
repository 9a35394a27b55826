/** `attestry run deliver`: two processes share the tenants, are killed with SIGKILL, and take over from each other. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { Webhook } from 'standardwebhooks';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { streamOf, writeStreamCursor } from '../../api/readmodel/resources/stream/cursor.ts';
import { type Engine, openEngine } from '../../cli/engine/open-engine.ts';
import { openServerLane } from '../../cli/engine/server-lanes.ts';
import { appendValues } from '../../cli/log/append.ts';
import { loadConfig } from '../../infra/config/config.ts';
import { partitionOf } from '../../infra/log/murmur2.ts';
import { openTenantKeys } from '../../infra/tenant-keys/tenant-keys.ts';
import { createTenantTexts } from '../../infra/tenant-keys/tenant-texts.ts';
import { type CommandBodies, type CommandType, makeCommand } from '../../pipeline/accounts/commands.ts';
import { makeApiKey } from '../../schemas/values/api-key.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { asset, assetId, change, day, now } from '../api/records.ts';
import { messagesBehind, secret } from '../api/readmodel/webhooks/endpoints.ts';
import { openPollingReader, type PollingReader } from '../api/readmodel/webhooks/polling-reader.ts';
import { silent } from '../cli/harness.ts';
import { sharedBroker } from './support/broker.ts';
import { newCluster, type RunningRole, type TestCluster } from './support/cluster.ts';
import { printingErrors } from '../support/printing-errors.ts';
import { until } from './support/until.ts';
import { nowMs, pause } from '../support/real-time.ts';

const test = suite('senders of webhooks on a cluster');
const { brokers } = await sharedBroker();
const partitions = 4;
/** So many that each partition has some. */
const tenants: readonly string[] = Array.from({ length: 12 }, () => randomUUID());

/** Bodies by tenant and `webhook-id`, and how often each came. */
const received = new Map<string, { readonly body: string; times: number }>();
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8');
    // Throws where the signature is not that of the body, which ends the file.
    new Webhook(secret).verify(body, request.headers as Readonly<Record<string, string>>);
    const key = `${request.url ?? ''} ${String(request.headers['webhook-id'])}`;
    const before = received.get(key);
    assert.is(before?.body ?? body, body, 'the same id has the same body');
    received.set(key, { body, times: (before?.times ?? 0) + 1 });
    response.writeHead(204).end();
  });
});

let cluster: TestCluster;
let engine: Engine;
let stream: PollingReader;
let places: ReadonlyMap<string, string>;
const senders: RunningRole[] = [];
const ends: (() => unknown)[] = [];

test.before(() => printingErrors(prepare));
test.after(async () => {
  for (const end of ends.reverse()) await end();
});

async function prepare(): Promise<void> {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  ends.push(() => receiver.close(), receiver.closeAllConnections.bind(receiver));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  cluster = await newCluster({
    env: { ATTESTRY_FETCH_ALLOW: host, ATTESTRY_TOPIC_PARTITIONS: String(partitions) },
  });
  ends.push(cluster.destroy);
  await Promise.all([
    cluster.start('processors', 'run', 'processors', '--only', 'accounts'),
    cluster.start('sink', 'run', 'sink'),
  ]);
  const { config } = loadConfig({ ...cluster.env, ATTESTRY_DATA_DIR: join(cluster.directory, 'tools') });
  engine = await openEngine(config, silent);
  ends.push(engine.close);
  await appendValues(engine, 'asset.records', [{ value: asset(1), timestamp: now - 100 * day }]);
  places = new Map(tenants.map((tenantId) => [tenantId, firstPlaceOf(tenantId)]));
  await Promise.all(tenants.map((tenantId) => addTenant(tenantId, `http://${host}/${tenantId}`)));
  const lane = openServerLane(config, 'api');
  ends.push(lane.close);
  stream = await openPollingReader(lane, silent, nowMs);
  ends.push(stream.stop);
  senders.push(...(await Promise.all([startSender('first'), startSender('second')])));
}

async function startSender(folder: string): Promise<RunningRole> {
  const [port = 0] = await freePorts(1);
  return cluster.startWith({ ATTESTRY_OPS_PORT: String(port) }, folder, 'run', 'deliver');
}

const firstPlaceOf = (tenantId: string): string =>
  writeStreamCursor({ of: streamOf(tenantId), sentUpTo: new Map(), intakesUpTo: 0, verdictsUpTo: new Map() });

/** A tenant that watches the asset and has an endpoint. */
async function addTenant(tenantId: string, address: string): Promise<void> {
  const keys = openTenantKeys(cluster.env['ATTESTRY_TENANT_KEYS_DIR'] ?? '');
  const texts = createTenantTexts(keys, nowMs, async () => false);
  const { keyId, secretSha256, last4 } = makeApiKey(randomBytes);
  const seal = async (purpose: Parameters<typeof texts.seal>[0]['purpose'], text: string): Promise<string> =>
    (await texts.seal({ tenantId, purpose }, text)) ?? '';
  const key = { keyId, name: 'reader', secretSha256, last4, scopes: ['monitoring:read'] } as const;
  await give(tenantId, 'tenant.create', key, now - 100 * day);
  await give(tenantId, 'watch.add', { assetId: assetId(1), by: 'operator' }, now - 50 * day);
  await give(tenantId, 'webhook.create', {
    endpointId: randomUUID(),
    cursor: places.get(tenantId) ?? '',
    url: await seal('webhook address', address),
    secret: await seal('webhook secret', secret),
  });
}

async function give<T extends CommandType>(tenantId: string, type: T, body: CommandBodies[T], at = now): Promise<void> {
  const value = makeCommand({ commandId: randomUUID(), tenantId, type, body, at, actor: 'operator' });
  await appendValues(engine, 'accounts.commands', [{ value, timestamp: at }]);
}

let detected = 0;
async function detect(count: number): Promise<void> {
  const values = Array.from({ length: count }, () => change(`cluster ${detected++}`, 1));
  await appendValues(
    engine,
    'changes',
    values.map((value) => ({ value, timestamp: value.revisedAt })),
  );
}

/** Endpoints that a process sends to, as its metrics state them. */
async function endpointsOf({ ready }: RunningRole): Promise<number> {
  const text = await (await fetch(`${String(ready['opsUrl'])}/metrics`)).text();
  const counts = [...text.matchAll(/^attestry_webhook_endpoints\{state="\w+"\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Tenants of each member of the group, by the partitions of `accounts.events` that it is assigned. */
async function tenantsOfMembers(): Promise<readonly number[]> {
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const prefix = cluster.env['ATTESTRY_TOPIC_PREFIX'] ?? '';
  const { groups } = await admin.describeGroups([`${prefix}deliver`]);
  await admin.disconnect();
  return (groups[0]?.members ?? []).map(({ memberAssignment }) => {
    const assigned = kafkajs.AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment ?? {};
    const own = assigned[`${prefix}accounts.events`] ?? [];
    return tenants.filter((tenantId) => own.includes(partitionOf(Buffer.from(tenantId), partitions))).length;
  });
}

/** Waits until every message of every tenant's stream has arrived, and compares. */
async function areComplete(): Promise<void> {
  for (const tenantId of tenants) {
    let expected: ReadonlyMap<string, string> = new Map();
    await until('the stream has each change and its notification', async () => {
      expected = await messagesBehind(stream.reader, tenantId, places.get(tenantId) ?? '');
      return expected.size >= 2 * detected;
    });
    const ids = [...expected.keys()].map((id) => `/${tenantId} ${id}`);
    const missing = (): number => ids.filter((id) => !received.has(id)).length;
    await until(`every message of ${tenantId} arrives`, () => missing() === 0);
    for (const [id, body] of expected) assert.is(received.get(`/${tenantId} ${id}`)?.body, body, id);
  }
  assert.is(received.size, tenants.length * 2 * detected, 'none was invented');
}

test('an endpoint belongs to the process that has the partition of its tenant', async () => {
  const sorted = (counts: readonly number[]): string => [...counts].sort((a, b) => a - b).join(' and ');
  await until('each process sends for the tenants of its partitions', async () => {
    const shares = await tenantsOfMembers();
    const sent = await Promise.all(senders.map(endpointsOf));
    return shares.length === 2 && !shares.includes(0) && sorted(shares) === sorted(sent);
  });
  await detect(5);
  await areComplete();
  const repeated = [...received.values()].filter(({ times }) => times > 1).length;
  console.log(`  ${sorted(await Promise.all(senders.map(endpointsOf)))} endpoints; ${repeated} messages came twice`);
});

test('W-02 one sender after the other is killed with SIGKILL under load: none lost, duplicates only with the same id', async () => {
  const folders = ['first', 'second'];
  for (let round = 0; round < 4; round += 1) {
    const index = round % 2;
    const before = received.size;
    await detect(20);
    await until('messages are under way', () => received.size > before);
    await pause(Math.random() * 200);
    await senders[index]?.end('SIGKILL');
    await detect(5);
    senders[index] = await startSender(folders[index] ?? '');
  }
  await areComplete();
  const repeated = [...received.values()].filter(({ times }) => times > 1).length;
  console.log(`  4 kills: ${received.size} messages arrived, ${repeated} of them more than once`);
});

test('W-04 the endpoints of a process that does not come back go to the other one', async () => {
  await senders[0]?.end('SIGKILL');
  await detect(5);
  await areComplete();
  const [, second] = senders;
  assert.ok(second);
  await until('it sends for all tenants', async () => (await endpointsOf(second)) === tenants.length);
  const { code } = await second.end('SIGTERM');
  assert.is(code, 0, second.stderr());
});

test.run();
