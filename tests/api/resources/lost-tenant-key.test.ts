/** A service whose tenant keys were not restored: texts of tenants stay as they are until the keys are back. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasSealedTexts } from '../../../infra/clickhouse/upkeep/tenant-rows.ts';
import { createTenantTexts } from '../../../infra/tenant-keys/tenant-texts.ts';
import { memoryTenantKeys } from '../../support/memory-tenant-keys.ts';
import { type Harness, openHarness, type Reply, type TestKey } from '../harness.ts';
import { asset, assetId, now } from '../records.ts';

const original = memoryTenantKeys();
const empty = memoryTenantKeys();
/** The directory of tenant keys. */
let seen = original;
/** API keys are cached for three seconds. */
let clock = now;
let api: Harness;

test.before(async () => {
  const keys = {
    ...original,
    read: (tenantId: string) => seen.read(tenantId),
    ensure: (tenantId: string) => seen.ensure(tenantId),
    isErased: (tenantId: string) => seen.isErased(tenantId),
  };
  api = await openHarness({
    texts: createTenantTexts(
      keys,
      () => clock,
      (tenantId) => hasSealedTexts(api.fixture.reader, tenantId),
    ),
  });
  await api.declare(asset(1));
});
test.after(() => api.close());

const see = (keys: typeof original): void => {
  seen = keys;
  clock += 3_000;
  api.pass(3_000);
};
const watch = async (key: TestKey): Promise<string> => {
  const { body } = await api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(1) } });
  return String(body['id']);
};
const write = (key: TestKey, id: string, note: string): Promise<Reply> =>
  api.send('PATCH', `/me/watchlist/${id}`, { key: key.text, body: { note } });
const noteOf = async (key: TestKey, id: string): Promise<unknown> => {
  const { body } = await api.get('/me/watchlist', key.text);
  return (body['items'] as readonly { readonly id: string; readonly note: string | null }[]).find(
    (item) => item.id === id,
  )?.note;
};

test('without its key a tenant can store no text, and reads all of them again once the key is back', async () => {
  const key = await api.makeKey();
  const id = await watch(key);
  assert.is((await write(key, id, 'written before')).status, 200);

  see(empty);
  assert.is((await write(key, id, 'written without a key')).status, 502);
  assert.is(await noteOf(key, id), null);
  const other = await api.makeKey();
  assert.is((await write(other, await watch(other), 'a tenant without texts gets a key')).status, 200);

  see(original);
  assert.is(await noteOf(key, id), 'written before');
  assert.is((await write(key, id, 'another')).status, 200);
  assert.is(await noteOf(key, id), 'another');
});

test.run();
