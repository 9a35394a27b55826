/** An installation is backed up under load, restored elsewhere, and one of its tenants is erased. */
// rule: a backup has what was acknowledged, and an erased tenant stays erased, also tests/process/erased-tenant.test.ts, tests/cli/commands/backup.test.ts, tests/api/resources/watchlist.test.ts, tests/infra/tenant-keys/tenant-keys.test.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfB } from '../support/api-client.ts';
import { registryLines, testId, writeLines } from '../support/demo-world.ts';
import { createSandbox, type RunningService } from '../support/service.ts';
import { until, nowMs, withPatience } from '../support/real-time.ts';

interface IssuedKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly key: string;
}

interface Watchlist {
  readonly items: readonly {
    readonly id: string;
    readonly note: string | null;
    readonly asset: { readonly id: string };
  }[];
}

const assets = 30;
const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
const restored = createSandbox({ ATTESTRY_RATE_LIMIT: 'off', ATTESTRY_TENANT_KEYS_DIR: '' });
let service: RunningService;
let alice: IssuedKey;
let bob: IssuedKey;
const aside = (name: string): string => join(`${sandbox.directory}-aside`, name);

const create = (name: string): Promise<IssuedKey> =>
  sandbox.json('keys', 'create', '--name', name, '--scopes', 'monitoring:read,watchlist:write', '--limit', '100');
const listOf = async (of: RunningService, { key }: IssuedKey) => clientOfB(of, key).get<Watchlist>('/me/watchlist');
const notesOf = async (of: RunningService, issued: IssuedKey): Promise<readonly (string | null)[]> =>
  (await listOf(of, issued)).body.items.map(({ note }) => note);

async function watchWithNote(issued: IssuedKey, asset: number, note: string): Promise<void> {
  const client = clientOfB(service, issued.key);
  const added = await client.post<{ readonly id: string }>('/me/watchlist', { assetId: testId(`asset-${asset}`) });
  assert.ok(added.status === 201 || added.status === 200, String(added.status));
  const patched = await client.patch<{ readonly note: string }>(`/me/watchlist/${added.body.id}`, { note });
  assert.equal([patched.status, patched.body.note], [200, note]);
}

test.before(async () => {
  service = await sandbox.up();
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'world.ndjson', registryLines({ assets })));
  await sandbox.idle();
  [alice, bob] = [await create('Alice Ltd'), await create('Bob Ltd')];
  await watchWithNote(alice, 0, 'Alices Anmerkung');
  await watchWithNote(bob, 0, 'Bobs Anmerkung');
});
test.after(async () => {
  await sandbox.destroy();
  await restored.destroy();
});

test('texts of tenants are in no file of log, state and tables in the clear', async () => {
  await sandbox.idle();
  for (const name of ['accounts', 'data']) {
    const bytes = readFileSync(join(sandbox.directory, 'log', name, 'data.mdb')).toString('latin1');
    for (const text of ['Anmerkung', 'Alice Ltd']) assert.not(bytes.includes(text), `${name}: ${text}`);
  }
  assert.equal(
    (await sandbox.json<readonly { readonly name: string }[]>('keys', 'list')).map(({ name }) => name).sort(),
    ['Alice Ltd', 'Bob Ltd'],
  );
});

test('a backup under load has everything acknowledged before it, and the restored copy verifies', async () => {
  let stop = false;
  const acknowledged: string[] = [];
  const load = async (): Promise<void> => {
    for (let n = 1; !stop; n = (n % (assets - 1)) + 1) {
      await watchWithNote(alice, n, `note ${acknowledged.length}`);
      acknowledged.push(`note ${acknowledged.length}`);
    }
  };
  const loading = load();
  await until('ten acknowledged requests', () => acknowledged.length >= 10);
  const before = await listOf(service, alice);
  await sandbox.json('backup', aside('first'), '--tenant-keys', aside('keys'));
  stop = true;
  await loading;
  const answer = await restored.spawned({}, 'restore', aside('first'), '--tenant-keys', aside('keys'), '--json');
  assert.is(answer.code, 0, answer.stderr);
  const again = await restored.up();
  await restored.idle();
  const after = await listOf(again, alice);
  const noted = new Map(after.body.items.map(({ id, note }) => [id, note]));
  for (const { id } of before.body.items) assert.type(noted.get(id), 'string');
  assert.equal(await notesOf(again, bob), ['Bobs Anmerkung']);
  const { lost, duplicate, differing } = await restored.json<Record<string, number>>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0]);
  await again.end('SIGTERM');
});

test('an erased tenant is refused within five seconds, its rows are deleted, and other tenants keep theirs', async () => {
  assert.is((await sandbox.cli('tenants', 'erase', alice.tenantId)).code, 2);
  assert.is((await sandbox.cli('tenants', 'erase', 'unknown', '--yes')).code, 2);
  const began = nowMs();
  const erasing = sandbox.json<{ readonly rowsDeleted: boolean; readonly plainTexts: number }>(
    'tenants',
    'erase',
    alice.tenantId,
    '--yes',
  );
  await until('the key of the erased tenant is refused', async () => (await listOf(service, alice)).status === 401, 50);
  assert.ok(nowMs() - began < withPatience(8_000), `${nowMs() - began} ms with the start of the command`);
  assert.equal(await erasing.then(({ rowsDeleted, plainTexts }) => [rowsDeleted, plainTexts]), [true, 0]);
  assert.equal(await notesOf(service, bob), ['Bobs Anmerkung']);
  const tenants = await sandbox.json<readonly { readonly tenantId: string; readonly erasedAt: string | null }[]>(
    'tenants',
    'list',
  );
  assert.equal(
    tenants.filter(({ erasedAt }) => erasedAt !== null).map(({ tenantId }) => tenantId),
    [alice.tenantId],
  );
  const events = await sandbox.json<readonly { readonly event: string }[]>(
    'keys',
    'events',
    '--tenant',
    alice.tenantId,
  );
  assert.equal(
    events.map(({ event }) => event),
    ['limit set', 'created', 'revoked', 'erased'],
  );
  const { lost, duplicate, differing } = await sandbox.json<Record<string, number>>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0]);
  assert.is(
    (await sandbox.cli('keys', 'create', '--name', 'x', '--scopes', 'monitoring:read', '--tenant', alice.tenantId))
      .code,
    2,
  );
});

test('it stays erased when the tables are rebuilt', async () => {
  await service.end('SIGTERM');
  await sandbox.json('tables', 'rebuild');
  service = await sandbox.up();
  await sandbox.idle();
  assert.is((await listOf(service, alice)).status, 401);
  assert.equal(await notesOf(service, bob), ['Bobs Anmerkung']);
  const { lost, duplicate, differing } = await sandbox.json<Record<string, number>>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0]);
});

test('it stays erased when an earlier backup is restored with the current keys', async () => {
  await sandbox.json('backup', aside('second'), '--tenant-keys', aside('keys'));
  const old = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
  try {
    const { erased } = await old.json<{ readonly erased: number }>(
      'restore',
      aside('first'),
      '--tenant-keys',
      aside('keys'),
    );
    assert.is(erased, 1);
    const again = await old.up();
    await old.idle();
    assert.is((await listOf(again, alice)).status, 401);
    assert.equal(await notesOf(again, bob), ['Bobs Anmerkung']);
    const { lost, duplicate, differing } = await old.json<Record<string, number>>('verify');
    assert.equal([lost, duplicate, differing], [0, 0, 0]);
  } finally {
    await old.destroy();
  }
});

test.run();
