/** Erasing a tenant while all roles run. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import { openTenantKeys } from '../../infra/tenant-keys/tenant-keys.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { openText, textKeyOf } from '../../schemas/values/sealed-text.ts';
import { clientOfB } from '../support/api-client.ts';
import { registryLines, testId, writeLines } from '../support/demo-world.ts';
import { sharedBroker } from './support/broker.ts';
import { newCluster, type RunningRole, type TestCluster } from './support/cluster.ts';
import { printingErrors } from '../support/printing-errors.ts';
import { until } from './support/until.ts';
import { elapsedMs } from '../support/real-time.ts';

const test = suite('erasing on a cluster');

interface Tenant {
  readonly tenantId: string;
  readonly key: string;
  readonly name: string;
  readonly note: string;
}

let cluster: TestCluster;
let api: RunningRole;
let destroy = async (): Promise<void> => undefined;
let alice: Tenant;
let bob: Tenant;

test.before(() => printingErrors(prepare));
test.after(() => destroy());

async function prepare(): Promise<void> {
  cluster = await newCluster();
  destroy = cluster.destroy;
  [api] = await Promise.all([
    cluster.start('api', 'serve'),
    cluster.start('processors', 'run', 'processors'),
    cluster.start('sink', 'run', 'sink'),
    // Their chains answer for every asset: nothing is idle without them.
    cluster.start('publishers', 'run', 'publishers'),
  ]);
  await cluster.json(
    ...['registry', 'import', writeLines(cluster.directory, 'world.ndjson', registryLines({ assets: 3 }))],
  );
  await idle();
  alice = await tenantOf('Alice Ltd', 'Alices Anmerkung');
  bob = await tenantOf('Bob Ltd', 'Bobs Anmerkung');
  await idle();
}

const idle = (): Promise<unknown> => cluster.json('wait', '--idle', '--timeout', '120');

/** Creates a tenant with a key, a watched asset with a note, and an asset that it has removed again. */
async function tenantOf(name: string, note: string): Promise<Tenant> {
  const issued = await cluster.json<{ readonly tenantId: string; readonly key: string }>(
    ...['keys', 'create', '--name', name, '--scopes', 'monitoring:read,watchlist:write'],
  );
  const client = clientOfB(api, issued.key);
  const add = async (asset: number): Promise<string> => {
    const added = await client.post<{ readonly id: string }>('/me/watchlist', { assetId: testId(`asset-${asset}`) });
    assert.ok(added.status === 200 || added.status === 201, String(added.status));
    return added.body.id;
  };
  assert.is((await client.patch(`/me/watchlist/${await add(0)}`, { note })).status, 200);
  assert.ok((await client.remove(`/me/watchlist/${await add(1)}`)).status < 300);
  return { ...issued, name, note };
}

async function query(sql: string, parameters: Readonly<Record<string, string>> = {}): Promise<string> {
  const given = new URLSearchParams({ database: 'attestry' });
  for (const [name, value] of Object.entries(parameters)) given.set(`param_${name}`, value);
  const response = await fetch(`${cluster.tables.url}/?${given.toString()}`, { method: 'POST', body: sql });
  const text = await response.text();
  assert.ok(response.ok, text);
  return text.trim();
}

const tablesOfTenants = async (): Promise<readonly string[]> =>
  (
    await query(
      "SELECT table FROM system.columns WHERE database = 'attestry' AND name = 'tenant_id' AND startsWith(table, 'store_') ORDER BY table FORMAT TSV",
    )
  ).split('\n');

/** Rows of a tenant, by table. */
async function rowsOf({ tenantId }: Tenant): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const table of await tablesOfTenants()) {
    const rows = await query(
      'SELECT * FROM {table:Identifier} FINAL WHERE tenant_id = {tenantId:String} ORDER BY ALL FORMAT JSONEachRow',
      { tenantId, table },
    );
    if (rows !== '') found.set(table, rows);
  }
  return found;
}

const notesOf = async ({ key }: Tenant): Promise<readonly (string | null)[]> => {
  const { status, body } = await clientOfB(api, key).get<{ readonly items: readonly { readonly note: string }[] }>(
    '/me/watchlist',
  );
  assert.is(status, 200);
  return body.items.map(({ note }) => note);
};

const accountTopics = ['accounts.commands', 'accounts.events', 'accounts.dead.letters'] as const;

/** All records of the account topics, as the brokers return them. */
async function accountRecords(): Promise<readonly { readonly topic: TopicName; readonly text: string }[]> {
  const { brokers } = await sharedBroker();
  const log = await openKafkaLog({ brokers, prefix: cluster.env['ATTESTRY_TOPIC_PREFIX'] ?? '' });
  try {
    const records: { readonly topic: TopicName; readonly text: string }[] = [];
    for (const topic of accountTopics) {
      for (const { partition, low, end } of await log.ranges(topic)) {
        const page = await log.read({ topic, partition, from: low, maxRecords: end - low + 1 });
        for (const { value } of page) records.push({ topic, text: value?.toString('utf8') ?? '' });
      }
    }
    return records;
  } finally {
    await log.close();
  }
}

const verified = async (): Promise<void> => {
  const { lost, duplicate, differing } = await cluster.json<Record<string, number>>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0]);
};

test('erasing a tenant deletes its rows and its key; its texts on the log cannot be decrypted; other tenants keep theirs', async () => {
  const keys = openTenantKeys(cluster.env['ATTESTRY_TENANT_KEYS_DIR'] ?? '');
  const secret = await keys.read(alice.tenantId);
  assert.ok(secret);
  const before = { alice: await rowsOf(alice), bob: await rowsOf(bob) };
  assert.ok(before.alice.size >= 5, [...before.alice.keys()].join());
  assert.equal(await notesOf(alice), [alice.note]);

  const began = elapsedMs();
  const erasing = cluster.json<Readonly<Record<string, unknown>>>('tenants', 'erase', alice.tenantId, '--yes');
  await until('its key is refused', async () => {
    return (await clientOfB(api, alice.key).get('/me/watchlist')).status === 401;
  });
  console.log(`  refused ${Math.round(elapsedMs() - began)} ms after the command was started`);
  assert.equal(await erasing, { tenantId: alice.tenantId, erased: true, rowsDeleted: true, plainTexts: 0 });

  assert.equal([...(await rowsOf(alice)).keys()], ['store_tenants'], 'only that it was');
  assert.is(await keys.read(alice.tenantId), null);
  assert.ok(await keys.isErased(alice.tenantId));
  const records = await accountRecords();
  const sealed = records.flatMap(({ text }) => text.match(/sealed\.v1\.[A-Za-z0-9_-]+/g) ?? []);
  const opened = (purpose: 'note' | 'key name', { tenantId }: Tenant, from: Buffer): readonly (string | null)[] =>
    sealed.map((text) => openText(textKeyOf(from), { tenantId, purpose }, text));
  assert.ok(opened('note', alice, secret).includes(alice.note), 'the key that is gone would open it');
  assert.ok(opened('key name', alice, secret).includes(alice.name));
  assert.equal(await keys.erased(), [alice.tenantId]);
  const left = await keys.read(bob.tenantId);
  assert.ok(left);
  assert.ok(opened('note', bob, left).includes(bob.note));
  for (const { topic, text } of records) {
    for (const readable of [alice.name, alice.note, alice.key, secret.toString('base64')]) {
      assert.not(text.includes(readable), `${topic} holds ${readable}`);
    }
  }

  assert.equal(await rowsOf(bob), before.bob);
  assert.equal(await notesOf(bob), [bob.note]);
  await verified();
});

test.run();
