import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfA, clientOfB } from '../support/api-client.ts';
import { reached } from '../support/reached.ts';
import { registryLines, testId, writeLines } from '../support/demo-world.ts';
import type { RunningService, Sandbox } from '../support/service.ts';
import { storedFiles } from '../support/stored-files.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';

interface IssuedKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly key: string;
  readonly scopes: readonly string[];
  readonly limit: number;
}

interface ListedKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly limit: number;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly usedOn: string | null;
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly parameter: string; readonly reason: string }[];
}

/** Number of the first asset. */
const from = 2_000;
let shared: SharedService;
let sandbox: Sandbox;
let service: RunningService;
const issued: IssuedKey[] = [];
/** The output of a command besides the key it showed. */
const printed: string[] = [];

/** Besides those that the service itself appends for the first use of a key on a day. */
const commands = async (): Promise<readonly string[]> =>
  (await sandbox.cli('topics', 'tail', 'accounts.commands', '--json')).stdout
    .split('\n')
    .filter((line) => line !== '' && !line.includes('"key.used"'));

/** Runs a command that creates a key; the key may be in its answer and nowhere else. */
async function make(...command: readonly string[]): Promise<IssuedKey> {
  const { code, stdout, stderr } = await sandbox.cli(...command, '--json');
  assert.is(code, 0, stderr);
  printed.push(stderr);
  const key = JSON.parse(stdout) as IssuedKey;
  issued.push(key);
  return key;
}

const create = (name: string, scopes: string, ...more: readonly string[]): Promise<IssuedKey> =>
  make('keys', 'create', '--name', name, '--scopes', scopes, ...more);

const both = 'monitoring:read,watchlist:write';
const statusOf = async (key: string): Promise<number> => (await clientOfB(service, key).get('/me/watchlist')).status;

test.before(async () => {
  shared = await useSharedService();
  ({ sandbox, service } = shared);
  const lines = registryLines({ assets: 2, from });
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'keys.ndjson', lines));
});
test.after(() => shared.release());

test('a key works as soon as it is printed, with the requested scopes and limit', async () => {
  const key = await create('first', both, '--limit', '7');
  assert.equal(Object.keys(key), ['keyId', 'tenantId', 'key', 'scopes', 'limit']);
  assert.match(key.key, new RegExp(`^attestry_${key.keyId}_[0-9A-Za-z]{32}$`));
  assert.equal([key.scopes, key.limit], [['monitoring:read', 'watchlist:write'], 7]);
  const { status, body } = await clientOfB(service, key.key).get('/me/watchlist');
  assert.equal([status, body], [200, { items: [], limit: 7, used: 0 }]);
  assert.is((await clientOfA(service, key.key).get('/assets')).status, 200, 'K-12');
});

test('K-14 FD-16 the first use of a key is a date in the list of keys, which its answer did not wait for', async () => {
  const { keyId, key } = await create('used', both);
  const listed = async (): Promise<ListedKey | undefined> =>
    (await sandbox.json<readonly ListedKey[]>('keys', 'list')).find((one) => one.keyId === keyId);
  assert.is((await listed())?.usedOn, null);
  assert.is(await statusOf(key), 200);
  await reached('the use of the key', async () => (await listed())?.usedOn !== null, { directory: sandbox.directory });
  const { usedOn, createdAt } = (await listed()) ?? {};
  assert.match(String(usedOn), /^\d{4}-\d{2}-\d{2}$/);
  assert.ok(String(usedOn) >= String(createdAt).slice(0, 10));
});

test('FD-16 revoking a key names those that its holder made from it, which end with it', async () => {
  const old = await create('replaced', both);
  const beside = await create('beside', both, '--tenant', old.tenantId);
  const { body: made } = await clientOfB(service, old.key).post<{ readonly id: string; readonly key: string }>(
    '/me/key/rotate',
    { overlapHours: 1 },
  );
  const { code, stdout } = await sandbox.cli('keys', 'revoke', old.keyId);
  assert.equal(
    [code, stdout.trim()],
    [0, `${old.keyId} is revoked, and so is what its holder replaced it by: ${made.id}`],
  );
  assert.equal(await sandbox.json('keys', 'revoke', beside.keyId), {
    keyId: beside.keyId,
    revoked: true,
    successors: [],
  });
});

test('K-08 K-09 K-10 every endpoint of B requires its scope', async () => {
  await sandbox.idle();
  const [read, write] = await Promise.all([create('reader', 'monitoring:read'), create('writer', 'watchlist:write')]);
  const item = '/me/watchlist/6f1c7f0e-3a52-4b61-9d0c-0a2b6a0f1d11';
  const calls = [
    ['monitoring:read', 'GET', '/me/watchlist', 200],
    ['monitoring:read', 'GET', '/me/monitoring/changes', 200],
    ['monitoring:read', 'GET', '/me/notifications', 200],
    ['watchlist:write', 'POST', '/me/watchlist', 201],
    ['watchlist:write', 'PATCH', item, 404],
    ['watchlist:write', 'DELETE', item, 404],
  ] as const;
  for (const [scope, method, path, expected] of calls) {
    const body =
      method === 'POST' ? { assetId: testId(`asset-${from}`) } : method === 'PATCH' ? { note: 'x' } : undefined;
    const send = async (key: string | null): Promise<{ readonly status: number; readonly body: Refusal }> => {
      const client = clientOfB(service, key);
      if (method === 'POST') return client.post(path, body);
      if (method === 'PATCH') return client.patch(path, body);
      return method === 'GET' ? client.get(path) : client.remove(path);
    };
    const [allowed, refused] = scope === 'monitoring:read' ? [read, write] : [write, read];
    assert.is((await send(allowed.key)).status, expected, `${method} ${path}`);
    const { status, body: refusal } = await send(refused.key);
    assert.equal([status, refusal.code], [403, 'api_key_scope_missing'], `${method} ${path}`);
    assert.equal(refusal.details, [{ parameter: 'scope', reason: `requires ${scope}` }]);
    for (const bad of [
      null,
      '',
      'attestry_00000000_',
      read.key.slice(0, -1),
      `${read.key.slice(0, -1)}!`,
      read.keyId,
    ]) {
      const { status: answer, body: none } = await send(bad);
      assert.equal(
        [answer, none.code],
        [401, 'api_key_invalid'],
        `${method} ${path} with ${String(bad?.length)} characters`,
      );
    }
  }
});

test('K-03 K-04 K-13 a key is taken from the header only, in the form of its interface', async () => {
  const [{ key } = { key: '' }] = issued;
  const bearer = await clientOfB(service, key).get<Refusal>('/assets');
  assert.equal(
    [bearer.status, bearer.body.message],
    [401, 'Send the raw API key in the Authorization header, without "Bearer"'],
  );
  assert.is((await clientOfA(service, key).get('/me/watchlist')).status, 401);
  const lower = await fetch(`${service.httpUrl}/me/watchlist`, { headers: { authorization: `bearer ${key}` } });
  assert.is(lower.status, 200);
  const elsewhere = await fetch(`${service.httpUrl}/me/watchlist?api_key=${key}&Authorization=${key}`, {
    headers: { cookie: `authorization=${key}` },
  });
  assert.is(elsewhere.status, 401);
});

test('K-14 K-15 a rotated key without overlap and a revoked key are refused, the successor has the watchlist', async () => {
  const [rotated, revoked, permanent] = [
    await create('rotated', both),
    await create('revoked', both),
    await create('permanent', both),
  ];
  // The API keeps a key that it has read for three seconds, so none of them is used before.
  await sandbox.json('watch', 'add', '--tenant', rotated.tenantId, '--asset', testId(`asset-${from + 1}`));
  const successor = await make('keys', 'rotate', rotated.keyId, '--overlap', '0s');
  assert.equal([successor.tenantId, successor.limit], [rotated.tenantId, rotated.limit]);
  assert.not.equal(successor.keyId, rotated.keyId);
  await sandbox.json('keys', 'revoke', revoked.keyId);
  await sandbox.idle();
  const list = await clientOfB(service, successor.key).get<{ readonly used: number }>('/me/watchlist');
  assert.equal([list.status, list.body.used], [200, 1], 'the tenant keeps its watchlist');
  assert.equal(
    [await statusOf(rotated.key), await statusOf(revoked.key), await statusOf(permanent.key)],
    [401, 401, 200],
  );
  assert.is((await clientOfA(service, revoked.key).get('/assets')).status, 401);

  const listed = new Map((await sandbox.json<readonly ListedKey[]>('keys', 'list')).map((one) => [one.keyId, one]));
  assert.is.not(listed.get(revoked.keyId)?.revokedAt, null);
  assert.equal([listed.get(permanent.keyId)?.revokedAt, listed.get(permanent.keyId)?.expiresAt], [null, null]);
});

test('B-02 B-65 the limit can be set at any time; seenAt of a backdated key is its creation time', async () => {
  const { keyId, key } = await create('backdated', both, '--at', '2026-01-15T09:05:00Z');
  const client = clientOfB(service, key);
  assert.is((await client.get<{ readonly limit: number }>('/me/watchlist')).body.limit, 50, 'the default');
  await sandbox.json('keys', 'set', keyId, '--limit', '120');
  assert.is((await client.get<{ readonly limit: number }>('/me/watchlist')).body.limit, 120);
  const feed = await client.get<{ readonly seenAt: string }>('/me/monitoring/changes');
  assert.is(feed.body.seenAt, '2026-01-15T09:05:00.000Z');
  const listed = (await sandbox.json<readonly ListedKey[]>('keys', 'list')).find((one) => one.keyId === keyId);
  assert.equal([listed?.createdAt, listed?.limit, listed?.name], ['2026-01-15T09:05:00.000Z', 120, 'backdated']);
});

test('K-14 a tenant may have several keys, a successor its own expiry, and every event is on record', async () => {
  const first = await create('several', both, '--limit', '3');
  const second = await create('beside it', 'monitoring:read', '--tenant', first.tenantId);
  assert.equal([second.tenantId, second.limit, second.scopes], [first.tenantId, 3, ['monitoring:read']]);
  assert.is((await clientOfB(service, second.key).get<{ readonly limit: number }>('/me/watchlist')).body.limit, 3);
  const ends = '2199-01-01T00:00:00.000Z';
  const successor = await make('keys', 'rotate', second.keyId, '--overlap', '0s', '--expires', ends);
  await sandbox.json('keys', 'set', first.keyId, '--limit', '4');
  await sandbox.json('keys', 'revoke', first.keyId);
  interface KeyEventOutput {
    readonly event: string;
    readonly keyId: string | null;
    readonly actor: string | null;
    readonly replacedBy?: string;
    readonly expiresAt?: string | null;
    readonly limit?: number;
  }
  const events = await sandbox.json<readonly KeyEventOutput[]>('keys', 'events', '--tenant', first.tenantId);
  assert.equal(
    events.map(({ event, keyId }) => [event, keyId]).sort(),
    [
      ['limit set', null],
      ['created', first.keyId],
      ['created', second.keyId],
      ['rotated', second.keyId],
      ['created', successor.keyId],
      ['expired', second.keyId],
      ['limit set', null],
      ['revoked', first.keyId],
    ].sort(),
  );
  assert.is(events.find(({ event }) => event === 'rotated')?.replacedBy, successor.keyId);
  assert.is(events.find(({ keyId, event }) => keyId === successor.keyId && event === 'created')?.expiresAt, ends);
  assert.ok(events.every(({ actor, event }) => actor === (event === 'expired' ? null : 'operator')));
  const ofOne = await sandbox.json<readonly KeyEventOutput[]>('keys', 'events', '--key', second.keyId);
  assert.equal(new Set(ofOne.map(({ event }) => event)), new Set(['created', 'rotated', 'expired']));
  assert.match(
    (await sandbox.cli('keys', 'create', '--name', 'x', '--scopes', both, '--tenant', 'x')).stderr,
    /no tenant/,
  );
});

test('an invalid key request is refused at once, with the wrong option', async () => {
  const before = await commands();
  const cases = [
    [['create', '--name', ' ', '--scopes', both], /--name/],
    [['create', '--name', 'x', '--scopes', 'monitoring:write'], /"monitoring:write" is not one of monitoring:read/],
    [['create', '--name', 'x', '--scopes', both, '--limit', '-1'], /--limit takes a whole number/],
    [['create', '--name', 'x', '--scopes', both, '--at', '2999-01-01'], /--at lies in the future/],
    [['rotate', 'unknown', '--overlap', '3'], /--overlap takes a duration/],
    [['revoke', 'unknown'], /keys list/],
  ] as const;
  const results = await Promise.all(cases.map(([command]) => sandbox.cli('keys', ...command)));
  results.forEach(({ code, stdout, stderr }, index) => {
    const [command, sentence] = cases[index] ?? [[], /./];
    assert.equal([code, stdout], [2, ''], `keys ${command.join(' ')}: ${stderr}`);
    assert.match(stderr, sentence);
  });
  assert.ok(before.length > 0);
  assert.equal(await commands(), before, 'and nothing was appended');
  const again = await sandbox.cli(
    'keys',
    'create',
    '--name',
    'x',
    '--scopes',
    'monitoring:read',
    '--expires',
    '2020-01-01',
  );
  assert.is(again.code, 1);
  assert.match(again.stderr, /would expire before it is made/);
});

test('a key is shown once: no log line, topic, table or file holds its secret', async () => {
  await sandbox.idle();
  const secrets = issued.map(({ key }) => key.split('_')[2] ?? key);
  assert.ok(secrets.length >= 8);
  const places: (readonly [string, string])[] = [
    ['the service log', service.stderr()],
    ['the output of commands for people', printed.join('\n')],
  ];
  for (const command of [
    ['keys', 'list'],
    ['topics', 'tail', 'accounts.commands'],
    ['topics', 'tail', 'accounts.events'],
  ]) {
    places.push([command.join(' '), (await sandbox.cli(...command, '--json')).stdout]);
  }
  for (const table of await tableNames())
    places.push([table, await select(['SELECT * FROM attestry', table].join('.'))]);
  assert.ok(places.length > 25);
  for (const [place, text] of places) {
    for (const secret of secrets) assert.not.ok(text.includes(secret), `${place} holds a secret`);
  }
  for (const file of storedFiles(sandbox.directory)) {
    const bytes = readFileSync(file);
    for (const secret of secrets) assert.is(bytes.indexOf(secret), -1, `${file} holds a secret`);
  }
  assert.not.match(places.find(([place]) => place === 'keys list')?.[1] ?? '', /[0-9a-f]{64}/, 'nor is a hash listed');
});

const tableNames = async (): Promise<readonly string[]> =>
  (await select("SELECT name FROM system.tables WHERE database = 'attestry' FORMAT TSV")).trim().split('\n');

/** Queries the tables of the running service through the operator's socket. */
const select = (sql: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      { socketPath: join(sandbox.directory, 'tables.sock'), method: 'POST', path: '/', headers: { host: 'localhost' } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(text))));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(sql);
  });

test.run();
