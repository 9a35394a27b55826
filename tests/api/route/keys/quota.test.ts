import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApi } from '../../../../api/app.ts';
import { networkOf } from '../../../../api/route/keys/client-address.ts';
import { createQuota, quotaHeaders, wholeSeconds } from '../../../../api/route/keys/quota.ts';
import { type Harness, leftOf, openHarness, testConfig } from '../../harness.ts';
import { asset, assetId } from '../../records.ts';

let api: Harness;
const perMinute = 4;
const burst = 2;

test.before(async () => {
  api = await openHarness({ config: { ...testConfig, rateLimit: { perMinute, burst } } });
  await api.declare(asset(1));
});
test.after(async () => {
  await api.close();
});

test('G-22 every answer carries the remaining quota; beyond quota and reserve it is 429 in the envelope of the interface', async () => {
  const { text } = await api.makeKey();
  const first = await api.get('/assets', text);
  assert.is(first.headers['ratelimit-policy'], `"default";q=${perMinute};w=60`);
  assert.match(String(first.headers['ratelimit']), /^"default";r=3;t=([1-9]|[1-5]\d|60)$/);
  for (const remaining of [2, 1, 0]) assert.is(leftOf(await api.get('/me/watchlist', text)), remaining);
  for (let count = 0; count < burst; count += 1) {
    const reserve = await api.get('/me/watchlist', text);
    assert.equal([reserve.status, leftOf(reserve)], [200, 0]);
  }
  const a = await api.get('/assets', text);
  assert.is(a.status, 429);
  assert.equal(a.body, { message: 'Too Many Requests', error: 'Too Many Requests', statusCode: 429 });
  assert.match(String(a.headers['retry-after']), /^([1-9]|[1-5]\d|60)$/);
  assert.is(leftOf(a), 0);
  const b = await api.get('/me/watchlist', text);
  assert.is(b.body['code'], 'rate_limited');
  assert.is(b.headers['ratelimit-policy'], `"default";q=${perMinute};w=60`);
});

test('G-22 the quota is one per key, whatever the operation; a refusal costs one, health costs none', async () => {
  const [one, other] = [await api.makeKey(), await api.makeKey({ scopes: ['monitoring:read'] })];
  assert.is(leftOf(await api.get('/me/watchlist', one.text)), 3);
  assert.is(leftOf(await api.get('/me/watchlist', other.text)), 3);
  const refused = await api.send('POST', '/me/watchlist', { key: other.text, body: { assetId: assetId(1) } });
  assert.equal([refused.status, leftOf(refused)], [403, 2]);
  assert.equal([leftOf(await api.get('/me/monitoring/changes?x=1', other.text))], [1]);
  assert.is((await api.send('GET', '/livez')).headers['ratelimit'], undefined);
});

test('B-74 a 304 costs no quota, also when none is left', async () => {
  const { text } = await api.makeKey();
  const first = await api.get('/me/notifications', text);
  const headers = { 'if-none-match': String(first.headers['etag']) };
  for (let count = 0; count < 20; count += 1) {
    const poll = await api.send('GET', '/me/notifications', { key: text, headers });
    assert.equal([poll.status, leftOf(poll)], [304, 3]);
  }
  // The request is refunded if the answer was not cached.
  const assets = await api.get('/assets', text);
  const unchanged = { 'if-none-match': String(assets.headers['etag']) };
  for (let count = 0; count < perMinute; count += 1) {
    assert.equal(leftOf(await api.send('GET', '/assets', { key: text, headers: unchanged })), 2);
  }
  for (let count = 0; count < 4; count += 1) await api.get('/assets', text);
  assert.is((await api.get('/assets', text)).status, 429);
  assert.is((await api.send('GET', '/me/notifications', { key: text, headers })).status, 304);
});

test('G-22 `If-None-Match: *` is not an unchanged poll, and free answers from the handler have a limit of their own', async () => {
  const any = await api.makeKey();
  const statuses: number[] = [];
  for (let count = 0; count < perMinute + burst + 1; count += 1) {
    const headers = { 'if-none-match': '*' };
    statuses.push((await api.send('GET', `/assets?page_number=${count + 1}`, { key: any.text, headers })).status);
  }
  assert.equal(statuses, [...Array<number>(perMinute + burst).fill(304), 429]);

  // Empty answers have the same ETag: each of these reads the tables, and the client has none of them.
  const { text } = await api.makeKey();
  const first = await api.get('/me/monitoring/changes?days=1', text);
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const free = 2 * (perMinute + burst);
  const answers: number[] = [];
  for (let days = 2; days < 2 + free; days += 1) {
    answers.push((await api.send('GET', `/me/monitoring/changes?days=${days}`, { key: text, headers })).status);
  }
  assert.is(answers[0], 304);
  assert.is(answers.at(-1), 429);
});

test('G-22 wrong keys of a network are limited; a valid key is still admitted', async () => {
  const { text } = await api.makeKey();
  const wrong = `attestry_${'a'.repeat(8)}_${'b'.repeat(32)}`;
  const statuses: number[] = [];
  for (let count = 0; count < 305; count += 1) statuses.push((await api.get('/me/watchlist', wrong)).status);
  assert.equal([...new Set(statuses)], [401, 429]);
  assert.is(statuses.indexOf(429), 300);
  const refused = await api.get('/assets', wrong);
  assert.is(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.is((await api.get('/me/watchlist', text)).status, 200);
});

test('G-22 wrong keys through a trusted proxy count for the network that it forwards; any other forwarded address is ignored', async () => {
  const wrong = `attestry_${'a'.repeat(8)}_${'b'.repeat(32)}`;
  for (const [trustedProxies, statusOfOther] of [
    [['127.0.0.1'], 401],
    [[], 429],
  ] as const) {
    const config = { ...api.dependencies.config, trustedProxies };
    const server = createServer(createApi({ ...api.dependencies, config }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const status = async (client: string): Promise<number> => {
      const headers = { authorization: `Bearer ${wrong}`, 'x-forwarded-for': client };
      const response = await fetch(`http://127.0.0.1:${port}/me/watchlist`, { headers });
      await response.arrayBuffer();
      return response.status;
    };
    try {
      for (let count = 0; count < 300; count += 1) assert.is(await status(`203.0.113.${count}, 198.51.100.7`), 401);
      assert.is(await status('198.51.100.7'), 429);
      assert.is(await status('198.51.100.8'), statusOfOther);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
});

test('a refunded request is available again, in quota and reserve', () => {
  const quota = createQuota({ perMinute: 1, burst: 1 });
  const usual = quota.take('k');
  const reserve = quota.take('k');
  assert.is(quota.take('k').refusedForMs === null, false);
  reserve.giveBack();
  assert.is(quota.take('k').refusedForMs, null);
  assert.is(quota.take('k').refusedForMs === null, false);
  usual.giveBack();
  assert.is(quota.standing('other').remaining, 1);
});

test('without a reserve nothing is granted beyond the quota', () => {
  const quota = createQuota({ perMinute: 1, burst: 0 });
  assert.is(quota.take('k').refusedForMs, null);
  assert.ok((quota.take('k').refusedForMs ?? 0) > 59_000);
});

test('times are whole seconds, rounded up', () => {
  assert.equal([0, 1, 1_000, 1_001].map(wholeSeconds), [0, 1, 1, 2]);
  assert.equal(quotaHeaders({ limit: 600, remaining: 7, renewsInMs: 58_001 }), {
    RateLimit: '"default";r=7;t=59',
    'RateLimit-Policy': '"default";q=600;w=60',
  });
});

test('an IPv6 host counts as its network, an IPv4 one as itself', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ];
  for (const [address, network] of cases) assert.is(networkOf(address), network, address);
});

test.run();
