/** A key and its rotation by its holder. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, openHarness, type TestKey } from '../harness.ts';
import { asset, assetId, day, hour, now } from '../records.ts';

let api: Harness;
test.before(async () => {
  api = await openHarness();
  await api.declare(asset(1));
});
test.after(() => api.close());

const isoTime = (time: number): string => new Date(time).toISOString();
const rotate = ({ text }: Pick<TestKey, 'text'>, body: object = {}) =>
  api.send('POST', '/me/key/rotate', { key: text, body });
const statusOf = async (text: string): Promise<number> => (await api.get('/me/key', text)).status;

test('K-17 a key reads itself, whatever its scopes, without its secret', async () => {
  const expiresAt = now + 40 * day;
  const { text, keyId } = await api.makeKey({ name: 'treasury', scopes: ['watchlist:write'], expiresAt });
  const reply = await api.get('/me/key', text);
  assert.equal(reply.body, {
    id: keyId,
    name: 'treasury',
    last4: text.slice(-4),
    scopes: ['watchlist:write'],
    createdAt: isoTime(now - 100 * day),
    expiresAt: isoTime(expiresAt),
  });
  assert.is((await api.send('GET', '/me/key')).status, 401);
});

test('K-17 FD-16 after a rotation both keys work, then the new one alone; revoking the old one ends both', async () => {
  const key = await api.makeKey({ name: 'bot' });
  await api.watch(key, assetId(1));
  const made = await rotate(key, { overlapHours: 2 });
  assert.equal([made.status, made.headers['cache-control']], [200, 'no-store']);
  const fresh = String(made.body['key']);
  assert.equal(
    [made.body['name'], made.body['scopes'], made.body['expiresAt'], made.body['previousKeyUntil']],
    ['bot', ['monitoring:read', 'watchlist:write'], null, isoTime(now + 2 * hour)],
  );
  assert.is(made.body['last4'], fresh.slice(-4));
  assert.equal([await statusOf(key.text), await statusOf(fresh)], [200, 200]);
  assert.is((await api.get('/me/watchlist', fresh)).body['used'], 1, 'the same key holder');
  api.pass(2 * hour);
  assert.equal([await statusOf(key.text), await statusOf(fresh)], [401, 200]);
  assert.is((await rotate(key)).status, 401);
  const again = await rotate({ text: fresh });
  await api.give(key.tenantId, 'key.revoke', { keyId: key.keyId }, now + 2 * hour);
  api.pass(5_000);
  assert.equal([await statusOf(fresh), await statusOf(String(again.body['key']))], [401, 401]);
});

test('K-17 an expiry is inherited, and a rotation lengthens the life of no key', async () => {
  const expiresAt = now + 10 * day;
  const made = await rotate(await api.makeKey({ expiresAt }), { overlapHours: 0 });
  assert.is(made.body['expiresAt'], isoTime(expiresAt));
  const short = await api.makeKey({ expiresAt: now + 3 * hour });
  assert.is((await rotate(short)).body['previousKeyUntil'], isoTime(now + 3 * hour));
});

test('K-17 an overlap is 0 to 24 whole hours', async () => {
  const key = await api.makeKey();
  for (const overlapHours of [-1, 25, 1.5, '1', null, 1e9]) {
    assert.is((await rotate(key, { overlapHours })).status, 400, String(overlapHours));
  }
  assert.is((await rotate(key, { overlap: 1 })).status, 400);
  const messageOf = async (overlapHours: number): Promise<unknown> =>
    (await rotate(key, { overlapHours })).body['message'];
  assert.is(await messageOf(25), 'overlapHours must be at most 24');
  assert.is(await messageOf(-1), 'overlapHours must be at least 0');
});

test.run();
