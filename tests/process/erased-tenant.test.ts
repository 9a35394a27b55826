/** A tenant of a running service is erased: its texts were never in the clear, its keys end, others keep theirs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfB } from '../support/api-client.ts';
import { registryLines, testId, writeLines } from '../support/demo-world.ts';
import { storedFiles } from '../support/stored-files.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';

interface IssuedKey {
  readonly keyId: string;
  readonly tenantId: string;
  readonly key: string;
}

/** Number of the first asset. */
const from = 5_000;
const scopes = ['--scopes', 'monitoring:read,watchlist:write'];
let shared: SharedService;
let alice: IssuedKey;
/** Of the same tenant. The API has not read it before the erasure, so it does not remember it. */
let unused: IssuedKey;
let bob: IssuedKey;

const notesOf = async ({ key }: IssuedKey): Promise<readonly (string | null)[]> => {
  interface List {
    readonly items: readonly { readonly note: string | null }[];
  }
  const { status, body } = await clientOfB(shared.service, key).get<List>('/me/watchlist');
  assert.is(status, 200);
  return body.items.map(({ note }) => note);
};

async function watchWithNote({ key }: IssuedKey, note: string): Promise<void> {
  const client = clientOfB(shared.service, key);
  const added = await client.post<{ readonly id: string }>('/me/watchlist', { assetId: testId(`asset-${from}`) });
  assert.is(added.status, 201);
  assert.is((await client.patch(`/me/watchlist/${added.body.id}`, { note })).status, 200);
}

test.before(async () => {
  shared = await useSharedService();
  const { sandbox } = shared;
  const lines = registryLines({ assets: 1, from });
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, 'erased.ndjson', lines));
  alice = await sandbox.json<IssuedKey>('keys', 'create', '--name', 'Alice Ltd', ...scopes);
  unused = await sandbox.json<IssuedKey>('keys', 'create', '--name', 'Unused', ...scopes, '--tenant', alice.tenantId);
  bob = await sandbox.json<IssuedKey>('keys', 'create', '--name', 'Bob Ltd', ...scopes);
  await sandbox.idle();
  await watchWithNote(alice, 'Alices Anmerkung');
  await watchWithNote(bob, 'Bobs Anmerkung');
});
test.after(() => shared.release());

test('texts of tenants are in no file of log, state and tables in the clear', async () => {
  const { sandbox } = shared;
  await sandbox.idle();
  const names = (await sandbox.json<readonly { readonly name: string }[]>('keys', 'list')).map(({ name }) => name);
  for (const name of ['Alice Ltd', 'Unused', 'Bob Ltd']) assert.ok(names.includes(name), name);
  for (const file of ['log', 'tables'].flatMap((folder) => storedFiles(join(sandbox.directory, folder)))) {
    const bytes = readFileSync(file);
    for (const text of ['Anmerkung', 'Alice Ltd']) assert.not(bytes.includes(text), `${file}: ${text}`);
  }
});

test('a tenant is erased only with --yes, and only one that exists', async () => {
  assert.is((await shared.sandbox.cli('tenants', 'erase', alice.tenantId)).code, 2);
  assert.is((await shared.sandbox.cli('tenants', 'erase', 'unknown', '--yes')).code, 2);
  assert.equal(await notesOf(alice), ['Alices Anmerkung']);
});

test('an erased tenant is refused, its rows are deleted, and other tenants keep theirs', async () => {
  const { sandbox, service } = shared;
  interface EraseOutput {
    readonly rowsDeleted: boolean;
    readonly plainTexts: number;
  }
  const { rowsDeleted, plainTexts } = await sandbox.json<EraseOutput>('tenants', 'erase', alice.tenantId, '--yes');
  assert.equal([rowsDeleted, plainTexts], [true, 0]);
  assert.is((await clientOfB(service, unused.key).get('/me/watchlist')).status, 401);
  assert.equal(await notesOf(bob), ['Bobs Anmerkung']);
  const tenants = await sandbox.json<readonly { readonly tenantId: string; readonly erasedAt: string | null }[]>(
    'tenants',
    'list',
  );
  const erased = tenants.filter(({ erasedAt }) => erasedAt !== null).map(({ tenantId }) => tenantId);
  assert.equal(erased, [alice.tenantId]);
  const events = await sandbox.json<readonly { readonly event: string }[]>(
    'keys',
    'events',
    '--tenant',
    alice.tenantId,
  );
  assert.equal(
    events.map(({ event }) => event),
    ['limit set', 'created', 'created', 'revoked', 'revoked', 'erased'],
  );
  const again = await sandbox.cli('keys', 'create', '--name', 'x', ...scopes, '--tenant', alice.tenantId);
  assert.is(again.code, 2);
});

test.run();
