import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../../schemas/values/evm.ts';
import { type Harness, type Json, openHarness, type TestKey } from '../harness.ts';
import { asset, assetId, issuer } from '../records.ts';

let api: Harness;
test.before(async () => {
  api = await openHarness();
  await api.declare(
    asset(1),
    asset(2, { public: false, kyiVerified: false, issuer: issuer({ kyiStatus: 'pending' }) }),
  );
});
test.after(() => api.close());

const address = (n: number): string => toChecksumAddress(asset(n).address);
const caip19 = (n: number): string => `eip155:1/erc20:${address(n)}`;
const ask = (key: TestKey, body: object) => api.send('POST', '/me/requests', { key: key.text, body });
const list = async (key: TestKey): Promise<Json> => (await api.get('/me/requests', key.text)).body;
const withdraw = (key: TestKey, id: unknown) => api.send('DELETE', `/me/requests/${String(id)}`, { key: key.text });
const itemsOf = (body: Json) => body['items'] as readonly Json[];

test('B-95 a token that is not public is asked for once, whether it is registered or not', async () => {
  const key = await api.makeKey();
  const first = await ask(key, { caip19: caip19(2), note: 'We hold it' });
  assert.is(first.status, 201);
  assert.is(first.headers['location'], `/me/requests/${String(first.body['id'])}`);
  const { id, createdAt, ...rest } = first.body;
  assert.is(createdAt, new Date(api.dependencies.clock()).toISOString());
  assert.equal(rest, {
    caip19: caip19(2),
    note: 'We hold it',
    state: 'open',
    reason: null,
    assetId: null,
    decidedAt: null,
  });
  const again = await ask(key, { caip19: caip19(2).toLowerCase(), note: 'again' });
  assert.equal([again.status, again.body], [200, first.body]);
  assert.is((await ask(key, { caip19: caip19(404) })).status, 201);
  const body = await list(key);
  assert.equal([itemsOf(body).length, body['used'], body['limit']], [2, 2, 100]);
  assert.is((await withdraw(key, id)).status, 204);
  assert.is((await withdraw(key, id)).status, 404);
  assert.is((await list(key))['used'], 1);
  assert.is((await ask(key, { caip19: caip19(2) })).body['id'], id, 'the same id');
});

test('B-95 another chain, another form and one token of a collection are 400, a public token is 409', async () => {
  const key = await api.makeKey();
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'caip19 is required'],
    [{ caip19: 'x' }, 'caip19 must be a valid CAIP-19 identifier'],
    [{ caip19: `eip155:424242/erc20:${address(2)}` }, 'caip19 names no chain of this registry'],
    [{ caip19: 'eip155:1/erc20:0x12' }, 'caip19 has no address of Ethereum'],
    [{ caip19: `eip155:1/erc721:${address(2)}/7` }, 'caip19 must name the whole collection, without the id of a token'],
    [{ caip19: caip19(2), note: 'x'.repeat(501) }, 'note must have at most 500 characters'],
    [{ caip19: caip19(2), more: 1 }, 'more is not known'],
  ];
  for (const [body, message] of cases) {
    const reply = await ask(key, body);
    assert.equal([reply.status, reply.body['code'], reply.body['message']], [400, 'invalid_parameter', message]);
  }
  const known = await ask(key, { caip19: caip19(1) });
  assert.equal([known.status, known.body['code']], [409, 'already_public']);
  assert.is((await list(key))['used'], 0);
});

test('B-95, G-26 the 101st open request is 409, and registered ones make room', async () => {
  const key = await api.makeKey();
  const given = Array.from({ length: 100 }, (_, index) => caip19(5_000 + index));
  await Promise.all(
    given.map((one) => api.give(key.tenantId, 'request.create', { caip19: one, note: null, registered: [] })),
  );
  const full = await ask(key, { caip19: caip19(6_000) });
  assert.equal(
    [full.status, full.body['code'], full.body['message']],
    [409, 'limit_reached', 'A tenant has at most 100 open requests; withdraw one first.'],
  );
  assert.is((await ask(key, { caip19: caip19(5_000) })).status, 200, 'one that is there');
  await api.declare(asset(5_000));
  const body = await list(key);
  assert.is(body['used'], 99);
  const registered = itemsOf(body).find((item) => item['caip19'] === caip19(5_000));
  assert.equal([registered?.['state'], registered?.['assetId']], ['registered', assetId(5_000)]);
  assert.is((await ask(key, { caip19: caip19(6_000) })).status, 201);
});

test('FD-11, B-95 two tenants ask for one token: both see it registered by itself, and the reason of a refusal', async () => {
  const [one, other] = [await api.makeKey(), await api.makeKey()];
  for (const key of [one, other]) {
    for (const n of [7_001, 7_002]) assert.is((await ask(key, { caip19: caip19(n) })).status, 201);
  }
  await api.declare(asset(7_001));
  const [refused] = itemsOf(await list(one)).filter((item) => item['caip19'] === caip19(7_002));
  const body = { requestId: String(refused?.['id']), reason: 'No issuer is known.' };
  await api.give(one.tenantId, 'request.decline', body);
  const statesOf = async (key: TestKey) =>
    itemsOf(await list(key))
      .map((item) => [item['caip19'], item['state'], item['reason']])
      .sort();
  assert.equal(
    await statesOf(one),
    [
      [caip19(7_001), 'registered', null],
      [caip19(7_002), 'declined', 'No issuer is known.'],
    ].sort(),
  );
  assert.equal(
    await statesOf(other),
    [
      [caip19(7_001), 'registered', null],
      [caip19(7_002), 'open', null],
    ].sort(),
  );
  const again = await ask(one, { caip19: caip19(7_002) });
  assert.equal([again.status, again.body['state']], [200, 'declined']);
  assert.is((await withdraw(one, again.body['id'])).status, 204);
  assert.is((await ask(one, { caip19: caip19(7_002) })).status, 201, 'withdrawn, it can be asked for again');
});

test('B-95, K-11 requests are of their tenant: another sees and withdraws none; each scope has its part', async () => {
  const [mine, theirs] = [await api.makeKey(), await api.makeKey()];
  const { body } = await ask(mine, { caip19: caip19(8_001), note: 'private' });
  assert.equal(itemsOf(await list(theirs)), []);
  assert.is((await withdraw(theirs, body['id'])).status, 404);
  assert.is((await withdraw(mine, 'nonsense')).status, 404);
  const reader = await api.makeKey({ scopes: ['monitoring:read'] });
  const writer = await api.makeKey({ scopes: ['watchlist:write'] });
  assert.is((await ask(reader, { caip19: caip19(8_002) })).status, 403);
  assert.is((await withdraw(reader, body['id'])).status, 403);
  assert.is((await api.get('/me/requests', writer.text)).status, 403);
  assert.is((await ask(writer, { caip19: caip19(8_002) })).status, 201);
});

test('notes of requests are sealed before they are stored', async () => {
  const key = await api.makeKey();
  await ask(key, { caip19: caip19(9_001), note: 'held by Alice' });
  const sql = 'SELECT note FROM attestry.store_requests FINAL WHERE tenant_id = {tenantId:String}';
  const rows = await api.fixture.reader.query<{ readonly note: string }>(sql, { tenantId: key.tenantId });
  assert.match(rows[0]?.note ?? '', /^sealed\.v1\./);
  assert.is(itemsOf(await list(key))[0]?.['note'], 'held by Alice');
});

test.run();
