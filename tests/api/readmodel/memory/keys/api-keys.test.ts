import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApiKeys } from '../../../../../api/readmodel/memory/keys/api-keys.ts';
import type { TableReader } from '../../../../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../../../../infra/errors.ts';
import { hashSecret } from '../../../../../schemas/values/api-key.ts';
import type { Scope } from '../../../../../schemas/vocabulary.ts';
import { type Harness, openHarness, type TestKey } from '../../../harness.ts';
import { asset, assetId, day, hour, second } from '../../../records.ts';
import { createDeferred } from '../../../../../infra/async/async.ts';
import { reached } from '../../../../support/reached.ts';
import { nextTurn } from '../../../../support/next-turn.ts';
import { startVirtualTime } from '../../../../support/virtual-time.ts';

const noIds = { has: () => false, add: () => undefined };

let api: Harness;
let key: TestKey;

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  await api.declare(asset(1));
});
test.after(async () => {
  await api.close();
});

const endpoints: readonly (readonly [string, string, Scope])[] = [
  ['GET', '/me/watchlist', 'monitoring:read'],
  ['GET', '/me/monitoring/changes', 'monitoring:read'],
  ['GET', '/me/notifications', 'monitoring:read'],
  ['POST', '/me/watchlist', 'watchlist:write'],
  ['PATCH', `/me/watchlist/${assetId(404)}`, 'watchlist:write'],
  ['DELETE', `/me/watchlist/${assetId(404)}`, 'watchlist:write'],
];

const authorized = (method: string, path: string, authorization?: string) =>
  api.send(method, path, authorization === undefined ? {} : { headers: { authorization } });

test('K-01, K-05 … K-07 a missing, malformed, unknown or wrong key is 401 on every endpoint', async () => {
  const wrongSecret = `${key.text.slice(0, -1)}${key.text.endsWith('a') ? 'b' : 'a'}`;
  const unknownId = `attestry_zzzzzzzz_${'a'.repeat(32)}`;
  for (const bad of [undefined, '', 'nonsense', wrongSecret, unknownId, key.text.toUpperCase()]) {
    for (const [method, path] of endpoints) {
      const reply = await authorized(method, path, bad === undefined ? undefined : `Bearer ${bad}`);
      assert.is(reply.status, 401, `${method} ${path} ${String(bad)}`);
      assert.is(reply.body['code'], 'api_key_invalid');
      assert.is(reply.headers['www-authenticate'], 'Bearer realm="explorer"');
    }
    for (const path of ['/assets', '/assets/ethereum/0x00', '/kyi/v1/tokens']) {
      const reply = await authorized('GET', path, bad);
      assert.is(reply.status, 401, `${path} ${String(bad)}`);
      assert.equal(reply.body, { message: 'Unauthorized', error: 'Unauthorized', statusCode: 401 });
      assert.is(reply.headers['www-authenticate'], 'ApiKey realm="registry"');
    }
  }
});

test('K-02, K-03 interface A takes the raw key and names the mistake when Bearer is sent', async () => {
  assert.is((await authorized('GET', '/assets', key.text)).status, 200);
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER\t']) {
    const reply = await authorized('GET', '/assets', `${scheme}${key.text}`);
    assert.is(reply.status, 401);
    assert.is(reply.body['message'], 'Send the raw API key in the Authorization header, without "Bearer"');
  }
});

test('K-04 interface B takes Bearer in any case, and no raw key', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    assert.is((await authorized('GET', '/me/watchlist', `${scheme} ${key.text}`)).status, 200);
  }
  const raw = await authorized('GET', '/me/watchlist', key.text);
  assert.is(raw.status, 401);
  assert.is(raw.body['code'], 'api_key_invalid');
  assert.match(String(raw.body['message']), /Send "Bearer" and a space before the API key/);
  for (const form of ['Bearer', 'Bearer ', `Bearer${key.text}`, `Basic ${key.text}`, `Bearer ${key.text} x`]) {
    const reply = await authorized('GET', '/me/watchlist', form);
    assert.equal([reply.status, reply.body['code']], [401, 'api_key_invalid'], form);
  }
});

test('K-08, K-09 scope matrix', async () => {
  const given: readonly (readonly Scope[])[] = [
    ['operator'],
    ['monitoring:read'],
    ['watchlist:write'],
    ['monitoring:read', 'watchlist:write'],
  ];
  for (const scopes of given) {
    const { text } = await api.makeKey({ scopes });
    for (const [method, path, needed] of endpoints) {
      const reply = await api.send(method, path, { key: text, ...(method === 'GET' ? {} : { body: {} }) });
      const label = `${method} ${path} with ${scopes.join(' ')}`;
      if (scopes.includes(needed)) {
        assert.is.not(reply.status, 403, label);
        assert.is.not(reply.status, 401, label);
      } else {
        assert.is(reply.status, 403, label);
        assert.is(reply.body['code'], 'api_key_scope_missing');
        assert.equal(reply.body['details'], [{ parameter: 'scope', reason: `requires ${needed}` }]);
      }
    }
  }
});

test('K-10 the key is checked before the request', async () => {
  const { text } = await api.makeKey({ scopes: ['monitoring:read'] });
  const path = `/me/watchlist/${assetId(404)}`;
  const nonsense = { body: 'nonsense', headers: { 'content-type': 'text/plain' } };
  assert.is((await api.send('PATCH', path, nonsense)).status, 401);
  assert.is((await api.send('PATCH', path, { key: text, ...nonsense })).status, 403);
  assert.is((await api.send('PATCH', path, { key: key.text, ...nonsense })).status, 415);
  assert.is((await api.send('PATCH', '/me/watchlist/nonsense', { key: key.text, body: { note: 1 } })).status, 400);
  assert.is((await api.send('PATCH', '/me/watchlist/nonsense', { key: key.text, body: { note: 'n' } })).status, 404);
  assert.is((await authorized('GET', '/kyi/v1/tokens?caip19=%zz')).status, 401);
  const large = { note: 'x'.repeat(20_000) };
  assert.is((await api.send('PATCH', path, { body: large })).status, 401);
  assert.is((await api.send('PATCH', path, { key: text, body: large })).status, 403);
  assert.is((await api.send('PATCH', path, { key: key.text, body: large })).status, 413);
  assert.is((await api.send('DELETE', path, { key: text })).status, 403);
});

test("K-11 another key's item is not found, in the same words as one that does not exist", async () => {
  const other = await api.makeKey();
  const itemId = await api.watch(other, assetId(1));
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { body: { note: 'mine' } } : {};
    const headers = { 'x-request-id': 'same' };
    const foreign = await api.send(method, `/me/watchlist/${itemId}`, { key: key.text, headers, ...body });
    const unknown = await api.send(method, `/me/watchlist/${assetId(404)}`, { key: key.text, headers, ...body });
    assert.is(foreign.status, 404);
    assert.is(foreign.text, unknown.text);
  }
  assert.is((await api.get('/me/watchlist', other.text)).body['used'], 1);
  assert.equal((await api.get('/me/watchlist', key.text)).body, { items: [], limit: 50, used: 0 });
  await api.give(other.tenantId, 'key.limit', { limit: 3 });
  assert.is((await api.get('/me/watchlist', other.text)).body['limit'], 3);
  assert.is((await api.get('/me/watchlist', key.text)).body['limit'], 50, 'the limit is its own');
  assert.is((await api.get('/me/notifications', other.text)).body['unread'], 1);
  assert.equal((await api.get('/me/notifications', key.text)).body, { items: [], unread: 0 });
});

test('K-12 interface A takes any active key', async () => {
  const { text } = await api.makeKey({ scopes: ['operator'] });
  assert.is((await api.get('/assets', text)).status, 200);
});

test('K-13 a key in the query, a cookie or the body does not count', async () => {
  const queried = await api.send('GET', `/assets?api_key=${key.text}&authorization=${key.text}`);
  assert.is(queried.status, 401);
  const cookie = await api.send('GET', '/me/watchlist', { headers: { cookie: `authorization=${key.text}` } });
  assert.is(cookie.status, 401);
  const given = { assetId: assetId(1), authorization: `Bearer ${key.text}`, api_key: key.text };
  const inBody = await api.send('POST', '/me/watchlist', { body: given });
  assert.equal([inBody.status, inBody.body['code']], [401, 'api_key_invalid']);
  const other = await api.send('GET', '/assets', { headers: { 'x-api-key': key.text } });
  assert.is(other.status, 401);
});

test('R-62 K-05, K-14, K-15 expiry, revocation and rotation take effect within the lifetime of a cached key', async () => {
  const made = await api.makeKey({ expiresAt: api.dependencies.clock() + 10 * second });
  assert.is((await api.get('/assets', made.text)).status, 200);
  api.pass(10 * second);
  assert.is((await api.get('/assets', made.text)).status, 401);

  const revoked = await api.makeKey();
  assert.is((await api.get('/me/watchlist', revoked.text)).status, 200);
  await api.give(revoked.tenantId, 'key.revoke', { keyId: revoked.keyId });
  api.pass(3 * second);
  for (const dead of [revoked, made]) {
    const reply = await api.get('/me/watchlist', dead.text);
    assert.equal([reply.status, reply.body['code']], [401, 'api_key_invalid']);
    assert.is(reply.headers['www-authenticate'], 'Bearer realm="explorer"');
    const unauthorized = { message: 'Unauthorized', error: 'Unauthorized', statusCode: 401 };
    assert.equal((await api.get('/assets', dead.text)).body, unauthorized);
  }

  const rotated = await api.makeKey();
  assert.is((await api.get('/assets', rotated.text)).status, 200);
  const next = { newKeyId: 'Rotated1', secretSha256: '0'.repeat(64), last4: 'aaaa', overlapMs: day };
  await api.give(rotated.tenantId, 'key.rotate', { keyId: rotated.keyId, ...next });
  api.pass(3 * second);
  assert.is((await api.get('/assets', rotated.text)).status, 200);
  api.pass(day);
  assert.is((await api.get('/assets', rotated.text)).status, 401);
});

test('K-15 a clock that goes back does not keep a revoked key alive', async () => {
  const revoked = await api.makeKey();
  assert.is((await api.get('/me/watchlist', revoked.text)).status, 200);
  await api.give(revoked.tenantId, 'key.revoke', { keyId: revoked.keyId });
  api.pass(-hour);
  try {
    assert.is((await api.get('/me/watchlist', revoked.text)).status, 401);
  } finally {
    api.pass(hour);
  }
});

test('waiting lookups share one query, so that invented keys do not block others', async () => {
  const asked: (readonly string[])[] = [];
  const answered = createDeferred();
  const tables: TableReader = {
    query: async <R>(_sql: string, { keyIds }: Readonly<Record<string, unknown>>) => {
      asked.push(keyIds as readonly string[]);
      await answered.promise;
      const row = { tenantId: 't', secretSha256: hashSecret('a'.repeat(32)), scopes: [], expiresAt: null };
      return (keyIds as readonly string[])
        .filter((id) => id.startsWith('Real'))
        .map((keyId) => ({ ...row, keyId, revokedAt: null })) as R[];
    },
  };
  const ring = createApiKeys({ tables, clock: () => 0, keyIds: noIds });
  const made = (id: string) => ring.find(`attestry_${id}_${'a'.repeat(32)}`);
  const first = made('Unknown0');
  await Promise.resolve().then(() => undefined);
  const others = Array.from({ length: 400 }, (_, index) => made(`Made${1000 + index}`));
  const twice = Promise.all([made('Real0001'), made('Real0001')]);
  answered.resolve();
  const [known, again] = await twice;
  assert.is(known?.keyId, 'Real0001');
  assert.equal(again, known);
  assert.equal(await Promise.all([first, ...others]), Array(401).fill(null));
  assert.is(asked.length, 2);
  assert.is(asked[1]?.length, 401);
});

test('a failed query rejects all that wait for it, and the next lookup queries again', async () => {
  let fail = true;
  const ring = createApiKeys({
    tables: { query: () => (fail ? Promise.reject(new RetryableError('gone')) : Promise.resolve([])) },
    clock: () => 0,
    keyIds: noIds,
  });
  const made = (id: string) => ring.find(`attestry_${id}_${'a'.repeat(32)}`);
  const results = await Promise.allSettled([made('Aaaaaaaa'), made('Bbbbbbbb'), made('Bbbbbbbb')]);
  assert.equal(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  fail = false;
  assert.is(await made('Bbbbbbbb'), null);
});

test('a key that was unknown a moment ago is found once it exists', async () => {
  const made = await api.makeKey();
  const unknownText = `attestry_${made.keyId}_${'0'.repeat(32)}`;
  assert.is((await api.get('/assets', unknownText)).status, 401);
  assert.is((await api.get('/assets', made.text)).status, 200);
});

test('keys in use are refreshed ahead of time in one query, so that no request waits; an idle key is read at its next use', async () => {
  const [made, other] = [await api.makeKey(), await api.makeKey()];
  const { text } = made;
  let now = api.dependencies.clock();
  let asked = 0;
  let answered = 0;
  let ids: unknown = null;
  let release: () => void = () => undefined;
  let hold = Promise.resolve();
  const ring = createApiKeys({
    tables: {
      query: async (sql, parameters) => {
        asked += 1;
        ids = parameters['keyIds'];
        await hold;
        try {
          return await api.fixture.reader.query(sql, parameters);
        } finally {
          answered += 1;
        }
      },
    },
    clock: () => now,
    keyIds: api.dependencies.keyIds,
  });
  assert.is(ring.lookupOf(text), 'known');
  assert.ok(await ring.find(text));
  assert.ok(await ring.find(other.text));
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const timers = startVirtualTime();
  try {
    now += 799;
    assert.ok(await ring.find(text));
    await timers.advance(600);
    assert.is(asked, 2);
    now += 1;
    for (let time = 0; time < 5; time += 1) {
      for (const key of [text, other.text]) assert.ok(await ring.find(key), 'answered while it is asked');
    }
    await timers.advance(500);
  } finally {
    timers.end();
  }
  assert.is(asked, 3);
  assert.equal([...(ids as string[])].sort(), [made, other].map(({ keyId }) => keyId).sort());
  release();
  await reached('its answer', () => answered === 3);
  now += 2_500;
  assert.is(ring.lookupOf(text), 'none', 'believed from when it was asked');
  now += 500;
  assert.is(ring.lookupOf(text), 'known');
  assert.ok(await ring.find(text));
  assert.is(asked, 4);
});

test('K-15 a late result does not replace one of a query that began later', async () => {
  const { text, keyId, tenantId } = await api.makeKey();
  let now = api.dependencies.clock();
  const answers: (() => void)[] = [];
  let answered = 0;
  const ring = createApiKeys({
    tables: {
      query: async (sql, parameters) => {
        const rows = await api.fixture.reader.query(sql, parameters);
        await new Promise<void>((resolve) => answers.push(resolve));
        answered += 1;
        return rows as never;
      },
    },
    clock: () => now,
    keyIds: api.dependencies.keyIds,
  });
  const answer = async (index: number): Promise<void> => {
    await reached('a query', () => answers.length > index);
    answers[index]?.();
  };
  const first = ring.find(text);
  await answer(0);
  assert.ok(await first);
  now += 1_000;
  assert.ok(await ring.find(text), 'it is asked about again meanwhile');
  await reached('the renewal', () => answers.length === 2);
  await api.give(tenantId, 'key.revoke', { keyId });
  now += 2_500;
  const later = ring.find(text);
  await answer(2);
  assert.is(await later, null);
  await answer(1);
  await reached('the late result', () => answered === 3);
  await nextTurn();
  assert.is(await ring.find(text), null);
  assert.not(await ring.isActive(keyId));
  now -= 60_000;
  const earlier = ring.find(text);
  await answer(3);
  await earlier;
  assert.is(ring.lookupOf(text), 'none', 'what was asked by a clock that has gone back since is not newer');
});

test('K-01, K-14 a refused key is logged by its id, and never by its secret', async () => {
  const secret = 'b'.repeat(32);
  const cases: readonly (readonly [string, string, string | null])[] = [
    ['/assets', `attestry_${key.keyId}_${secret}`, key.keyId],
    ['/me/watchlist', `Bearer attestry_${key.keyId}_${secret}`, key.keyId],
    ['/assets', `attestry_zzzzzzzz_${secret}`, 'zzzzzzzz'],
    ['/assets', `attestry_zzzzzzzz_${secret}x`, null],
    ['/assets', '', null],
  ];
  for (const [index, [path, authorization, keyId]] of cases.entries()) {
    const requestId = `refused-${index}`;
    const reply = await api.send('GET', path, { headers: { authorization, 'x-request-id': requestId } });
    assert.is(reply.status, 401);
    const lines = api.logged.filter((line) => line.includes(`"${requestId}"`));
    assert.is(lines.length, 1);
    const line = JSON.parse(lines[0] ?? '') as Readonly<Record<string, unknown>>;
    assert.equal([line['status'], line['keyId']], [401, keyId]);
    assert.not.match(lines.join(), secret);
  }
});

test.run();
