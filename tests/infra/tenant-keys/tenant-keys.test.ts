import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError, UsageError } from '../../../infra/errors.ts';
import { openTenantKeys, type TenantKeys } from '../../../infra/tenant-keys/tenant-keys.ts';
import { createTenantTexts } from '../../../infra/tenant-keys/tenant-texts.ts';

const root = mkdtempSync(join(tmpdir(), 'attestry-tenant-keys-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
const newDirectory = (): string => join(root, String((made += 1)));
const note = (tenantId: string) => ({ tenantId, purpose: 'note' }) as const;

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test('concurrent calls create one key, and only its owner can read the file', async () => {
  const directory = newDirectory();
  assert.is(await openTenantKeys(directory).read('t1'), null);
  assert.not(existsSync(directory));
  const asked = await Promise.all(Array.from({ length: 20 }, () => openTenantKeys(directory).ensure('t1')));
  assert.is(new Set(asked.map((key) => key?.toString('hex'))).size, 1);
  assert.is(asked[0]?.length, 32);
  assert.equal(readdirSync(directory), ['t1.key']);
  assert.is(statSync(join(directory, 't1.key')).mode & 0o777, 0o600);
  assert.is(statSync(directory).mode & 0o777, 0o700);
});

test('an erased tenant never gets a key again, also with concurrent calls', async () => {
  const directory = newDirectory();
  const keys = openTenantKeys(directory);
  await keys.ensure('t1');
  await keys.erase('t1');
  await keys.erase('t1');
  assert.equal([await keys.read('t1'), await keys.ensure('t1'), await keys.isErased('t1')], [null, null, true]);
  for (let round = 0; round < 50; round += 1) {
    const tenantId = `race-${round}`;
    await Promise.all([openTenantKeys(directory).ensure(tenantId), openTenantKeys(directory).erase(tenantId)]);
    assert.is(await keys.read(tenantId), null);
  }
  assert.is((await keys.erased()).length, 51);
  assert.equal(
    readdirSync(directory).filter((name) => !name.endsWith('.erased')),
    [],
  );
});

test('ids that are not file names, and files that are not keys, are refused', async () => {
  const directory = newDirectory();
  const keys = openTenantKeys(directory);
  for (const bad of ['', '..', 'a/b', 'a.key', 'ä', 'x'.repeat(65)]) {
    assert.instance(await errorOf(keys.ensure(bad)), TypeError, bad);
  }
  await keys.ensure('t1');
  writeFileSync(join(directory, 't1.key'), 'short');
  assert.instance(await errorOf(keys.read('t1')), RetryableError);
});

test('an unusable directory is a retryable error, not a tenant without a key', async () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const keys = openTenantKeys(file);
  const askings: readonly (() => Promise<unknown>)[] = [
    () => keys.read('t'),
    () => keys.ensure('t'),
    () => keys.isErased('t'),
    () => keys.erase('t'),
    () => keys.erased(),
  ];
  for (const ask of askings) assert.instance(await errorOf(ask()), RetryableError);
});

test('a copy applies erasures, and never restores a tenant that the target has erased', async () => {
  const [from, to] = [openTenantKeys(newDirectory()), openTenantKeys(newDirectory())];
  await Promise.all(['a', 'b', 'c', 'd'].map((tenantId) => from.ensure(tenantId)));
  assert.equal(await from.copyTo(to), { keys: 4, erased: 0, conflicts: [] });
  await from.erase('a');
  await to.erase('b');
  assert.equal(await from.copyTo(to), { keys: 2, erased: 1, conflicts: [] });
  assert.equal([await to.read('a'), await to.read('b')], [null, null]);
  assert.equal(await to.read('c'), await from.read('c'));
  await to.put('d', (await from.read('d')) ?? Buffer.alloc(0));
  assert.instance(await errorOf(to.put('d', Buffer.alloc(32))), UsageError);
});

test('different keys of one tenant: both stay, others are copied, and the conflict is reported', async () => {
  const [from, to] = [openTenantKeys(newDirectory()), openTenantKeys(newDirectory())];
  for (const tenantId of ['a', 'b', 'c']) await from.ensure(tenantId);
  const other = await to.ensure('b');
  assert.equal(await from.copyTo(to), { keys: 2, erased: 0, conflicts: ['b'] });
  assert.equal(await to.read('b'), other);
  assert.equal(await to.read('c'), await from.read('c'));
});

test('a key that another process has created since the look-up is not missing', async () => {
  const directory = newDirectory();
  const others = createTenantTexts(
    openTenantKeys(directory),
    () => 0,
    async () => false,
  );
  let sealed = '';
  const texts = createTenantTexts(
    openTenantKeys(directory),
    () => 0,
    async () => {
      sealed = (await others.seal(note('t1'), 'first')) ?? '';
      return true;
    },
  );
  await texts.seal(note('t1'), 'second');
  assert.is(await texts.open(note('t1'), sealed), 'first');
});

test('no second key for a tenant that has sealed texts', async () => {
  const directory = newDirectory();
  let now = 0;
  const texts = createTenantTexts(
    openTenantKeys(directory),
    () => now,
    async (tenantId) => tenantId === 'restored',
  );
  const refused = await errorOf(texts.seal(note('restored'), 'more'));
  assert.instance(refused, RetryableError);
  assert.match((refused as Error).message, /key of tenant restored is missing.*Put restored\.key back/);
  assert.not(existsSync(directory));
  assert.ok((await texts.seal(note('new'), 'a first text')) !== null);
  // With the key back, sealing works again.
  writeFileSync(join(directory, 'restored.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
  now += 3_000;
  assert.ok((await texts.seal(note('restored'), 'more')) !== null);
});

test('texts are sealed for the log, opened for their tenant, and unreadable three seconds after an erasure by another process', async () => {
  const directory = newDirectory();
  let now = 0;
  const texts = createTenantTexts(
    openTenantKeys(directory),
    () => now,
    async () => false,
  );
  const others = createTenantTexts(
    openTenantKeys(directory),
    () => now,
    async () => false,
  );
  const sealed = (await texts.seal(note('t1'), 'a secret')) ?? '';
  assert.not(sealed.includes('secret'));
  assert.is(await others.open(note('t1'), sealed), 'a secret');
  assert.is(await others.open(note('t2'), sealed), null);
  assert.is(await texts.open(note('t1'), 'written before there were keys'), 'written before there were keys');
  await openTenantKeys(directory).erase('t1');
  assert.is(await others.isErased('t1'), true);
  now += 3_000;
  assert.equal([await others.open(note('t1'), sealed), await others.seal(note('t1'), 'more')], [null, null]);
});

test('a key is cached for three seconds', async () => {
  let reads = 0;
  const keys: TenantKeys = openTenantKeys(newDirectory());
  const counted = { ...keys, read: (tenantId: string) => ((reads += 1), keys.read(tenantId)) };
  let now = 0;
  const texts = createTenantTexts(
    counted,
    () => now,
    async () => false,
  );
  const sealed = (await texts.seal(note('t1'), 'x')) ?? '';
  for (let round = 0; round < 100; round += 1) await texts.open(note('t1'), sealed);
  assert.is(reads, 1);
  now += 3_000;
  await texts.open(note('t1'), sealed);
  assert.is(reads, 2);
});

test.run();
