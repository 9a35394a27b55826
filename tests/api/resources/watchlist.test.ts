import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createTenantTexts } from '../../../infra/tenant-keys/tenant-texts.ts';
import { memoryTenantKeys } from '../../support/memory-tenant-keys.ts';
import { type Harness, type Json, memberOf, openHarness, type TestKey } from '../harness.ts';
import { asset, assetId, day, hour, issuer, minute, now } from '../records.ts';

const tenantKeys = memoryTenantKeys();
let api: Harness;

test.before(async () => {
  api = await openHarness({
    texts: createTenantTexts(
      tenantKeys,
      () => now,
      async () => false,
    ),
  });
  await api.declare(
    ...Array.from({ length: 80 }, (_, index) => asset(index + 1)),
    asset(90, { public: false, kyiVerified: false, issuer: issuer({ kyiStatus: 'pending' }) }),
    asset(91, { chain: 'solana', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', standard: 'token' }),
    asset(92, { chain: 'sepolia' }),
    asset(93, { public: false, status: 'withdrawn' }),
    asset(94),
    asset(95, { chain: 'base', address: address(94) }),
    asset(96, { public: false, kyiVerified: false, issuer: null }),
    asset(97, { chain: 'base', address: address(96) }),
  );
});
test.after(async () => {
  await api.close();
});

const list = (key: TestKey) => api.get('/me/watchlist', key.text);
const add = (key: TestKey, body: object) => api.send('POST', '/me/watchlist', { key: key.text, body });
const update = (key: TestKey, id: string, body: object) =>
  api.send('PATCH', `/me/watchlist/${id}`, { key: key.text, body });
const remove = (key: TestKey, id: string) => api.send('DELETE', `/me/watchlist/${id}`, { key: key.text });
const itemsOf = (body: Json) => body['items'] as readonly Json[];
const idOf = (body: Json): string => String(body['id']);

const oneWay = 'must have exactly one of assetId, caip19, address';
const address = (n: number): string => asset(n).address;
const caip19 = (n: number, chain = 'eip155:1'): string => `${chain}/erc20:${address(n)}`;

test('B-14, B-15 bodies that are not an addition are 400', async () => {
  const key = await api.makeKey();
  const cases: readonly (readonly [object, string, string])[] = [
    [{}, 'body', oneWay],
    [{ chainSlug: 'base' }, 'body', oneWay],
    [{ assetId: assetId(1), caip19: caip19(1) }, 'body', oneWay],
    [{ caip19: caip19(1), address: address(1) }, 'body', oneWay],
    [{ assetId: 5 }, 'assetId', 'must be string'],
    [{ assetId: null }, 'assetId', 'must be string'],
    [{ assetId: 'nonsense' }, 'assetId', 'must be a uuid'],
    [{ assetId: `${assetId(1)} ` }, 'assetId', 'must be a uuid'],
    [{ assetId: `urn:uuid:${assetId(1)}` }, 'assetId', 'must be a uuid'],
    [{ assetId: `{${assetId(1)}}` }, 'assetId', 'must be a uuid'],
    [{ assetId: assetId(1), note: 'x' }, 'note', 'is not known'],
    [{ assetId: assetId(1), '': 'x' }, '""', 'is not known'],
    [{ caip19: caip19(1), chainSlug: 'base' }, 'chainSlug', 'is not known'],
    [{ caip19: 'eip155:1' }, 'caip19', 'must be a valid CAIP-19 identifier'],
    [{ caip19: 7 }, 'caip19', 'must be string'],
    [{ address: '' }, 'address', 'must not be empty'],
    [{ address: 'a'.repeat(257) }, 'address', 'must have at most 256 characters'],
    [{ address: address(1), chainSlug: null }, 'chainSlug', 'must be string'],
  ];
  for (const [body, parameter, reason] of cases) {
    const reply = await add(key, body);
    assert.is(reply.status, 400, JSON.stringify(body));
    assert.is(reply.body['code'], 'invalid_parameter');
    assert.equal(reply.body['details'], [{ parameter, reason }]);
  }
  assert.is((await list(key)).body['used'], 0);
});

test('B-10, B-14 an asset is watched by its CAIP-19, or by its address on one chain', async () => {
  const key = await api.makeKey();
  const first = await add(key, { caip19: caip19(1) });
  assert.equal([first.status, memberOf(first.body, 'asset', 'id')], [201, assetId(1)]);
  assert.is(first.headers['location'], `/me/watchlist/${idOf(first.body)}`);
  const again = await add(key, { address: address(1).toUpperCase().replace('X', 'x') });
  assert.equal([again.status, idOf(again.body)], [200, idOf(first.body)]);
  assert.is((await add(key, { address: address(2), chainSlug: 'ethereum' })).status, 201);
  assert.is((await add(key, { caip19: caip19(94, 'eip155:8453') })).status, 201);
  for (const unknown of [
    { address: address(2), chainSlug: 'base' },
    { address: address(2), chainSlug: 'nowhere' },
    { address: address(404) },
    { address: 'epjfwdd5aufqssqem2qn1xzybapc8g4wegGkzwytdt1v' },
    { caip19: caip19(90) },
    { caip19: caip19(2, 'eip155:8453') },
    { caip19: caip19(2).replace('erc20', 'erc721') },
    { address: address(93) },
  ]) {
    const reply = await add(key, unknown);
    assert.equal([reply.status, reply.body['message']], [404, 'The asset is not in the public registry']);
  }
});

test('B-10, G-26 an address of several public assets is 409 with each of them', async () => {
  const key = await api.makeKey();
  const twice = await add(key, { address: address(94) });
  assert.equal([twice.status, twice.body['code']], [409, 'ambiguous_asset']);
  assert.equal(twice.body['details'], [
    { parameter: 'caip19', reason: caip19(94) },
    { parameter: 'caip19', reason: caip19(94, 'eip155:8453') },
  ]);
  const one = await add(key, { address: address(94), chainSlug: 'base' });
  assert.equal([one.status, memberOf(one.body, 'asset', 'id')], [201, assetId(95)]);
  // The twin of a public asset that is not public itself is no candidate.
  assert.is(memberOf((await add(key, { address: address(96) })).body, 'asset', 'id'), assetId(97));
});

test('B-13, B-17 an asset that is not in the public registry is 404, also when the list is full', async () => {
  const key = await api.makeKey({ limit: 1 });
  const notFound = async (id: string) => {
    const reply = await add(key, { assetId: id });
    assert.is(reply.status, 404);
    assert.is(reply.body['code'], 'not_found');
    assert.is(reply.body['message'], 'The asset is not in the public registry');
  };
  await notFound(assetId(404));
  await notFound(assetId(90));
  await notFound(assetId(93));
  assert.is((await add(key, { assetId: assetId(92) })).status, 201);
  await notFound(assetId(404));
});

test('B-21 … B-25 invalid updates are 400, ids that cannot exist 404', async () => {
  const key = await api.makeKey();
  const id = idOf((await add(key, { assetId: assetId(1) })).body);
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'body must have at least one member'],
    [{ other: 1 }, 'other is not known'],
    [{ note: 'x', state: 'ready' }, 'state is not known'],
    [{ monitoringEnabled: 'false' }, 'monitoringEnabled must be boolean'],
    [{ monitoringEnabled: 0 }, 'monitoringEnabled must be boolean'],
    [{ monitoringEnabled: null }, 'monitoringEnabled must be boolean'],
    [{ note: 5 }, 'note must be string or null'],
    [{ note: 'x'.repeat(501) }, 'note must have at most 500 characters'],
    [{ note: '😀'.repeat(501) }, 'note must have at most 500 characters'],
  ];
  for (const [body, message] of cases) {
    const reply = await update(key, id, body);
    assert.is(reply.status, 400, JSON.stringify(body).slice(0, 60));
    assert.is(reply.body['message'], message);
  }
  for (const unknown of [assetId(404), 'nonsense', '1', `urn:uuid:${id}`]) {
    assert.is((await update(key, unknown, { note: 'x' })).status, 404, unknown);
    assert.is((await remove(key, unknown)).status, 404, unknown);
  }
});

test('B-10, B-11, B-05 … B-08 an addition is answered as decided, gathering', async () => {
  const key = await api.makeKey();
  const added = await add(key, { assetId: assetId(1).toUpperCase() });
  assert.is(added.status, 201);
  assert.is(added.headers['location'], `/me/watchlist/${idOf(added.body)}`);
  assert.equal(added.body, {
    id: idOf(added.body),
    asset: {
      id: assetId(1),
      name: null,
      symbol: null,
      issuerName: null,
      chain: null,
      chainId: null,
      contractAddress: null,
    },
    state: 'gathering',
    stateReason: null,
    intakeStatus: 'queued',
    monitoringEnabled: true,
    note: null,
    addedAt: new Date(api.dependencies.clock()).toISOString(),
  });
  assert.equal(itemsOf((await list(key)).body), [{ ...added.body, intakeStatus: 'fetching' }]);
});

test('B-09 while it gathers, an item states how far the record of its asset is: resolving, fetching, indexing', async () => {
  const key = await api.makeKey();
  const statusOf = async () => itemsOf((await list(key)).body).map((item) => [item['state'], item['intakeStatus']]);
  await api.give(key.tenantId, 'watch.add', { assetId: assetId(85), by: 'operator' });
  assert.equal(await statusOf(), [['gathering', 'resolving']], 'no record');
  await api.declare(asset(85));
  assert.equal(await statusOf(), [['gathering', 'fetching']], 'its chain has not answered');
  await api.declare(asset(85, { position: 86, chainReading: 'stated' }));
  assert.equal(await statusOf(), [['gathering', 'indexing']], 'the intake decides');
  const [id] = itemsOf((await list(key)).body).map(idOf);
  assert.ok(id);
  assert.is((await update(key, id, { note: 'soon' })).body['intakeStatus'], 'indexing');
  assert.is((await add(key, { assetId: assetId(85) })).body['intakeStatus'], 'queued', 'B-11 as decided');
});

test('B-06, B-07, B-33 a resolved item describes its asset, an unresolved one has a reason', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(2));
  await api.watch(key, assetId(91));
  const unresolved = idOf((await add(key, { assetId: assetId(3) })).body);
  const stored = (await api.fixture.reader.query<{ seq: string }>(
    'SELECT max(seq) AS seq FROM attestry.store_watch_items FINAL WHERE item_id = {id:String}',
    { id: unresolved },
  )) as readonly { seq: string }[];
  const body = { itemId: unresolved, outcome: 'unresolved', reason: 'no_sources', registryPosition: 0 } as const;
  await api.give(key.tenantId, 'intake.resolve', { ...body, intakeSeq: Number(stored[0]?.seq) });
  const [third, second, first] = itemsOf((await list(key)).body);
  assert.equal([third?.['state'], third?.['stateReason'], third?.['intakeStatus']], ['unresolved', 'no_sources', null]);
  assert.is(memberOf(third, 'asset', 'name'), 'Token 3');
  assert.equal([first?.['state'], first?.['stateReason'], first?.['intakeStatus']], ['ready', null, null]);
  assert.equal(first?.['asset'], {
    id: assetId(2),
    name: 'Token 2',
    symbol: 'TK2',
    issuerName: 'Acme Euro S.A.',
    chain: 'eip155:1',
    chainId: 1,
    contractAddress: asset(2).address,
  });
  assert.is(memberOf(second, 'asset', 'chainId'), null);
  assert.is((await list(key)).body['used'], 3);
});

test('B-12 a listed asset is 200 with its item, also at the cap and when withdrawn', async () => {
  const key = await api.makeKey({ limit: 1 });
  await api.declare(asset(70));
  const first = await add(key, { assetId: assetId(70) });
  await api.declare(asset(70, { position: 71, public: false, status: 'withdrawn' }));
  const again = await add(key, { assetId: assetId(70) });
  assert.is(again.status, 200);
  assert.is(again.headers['location'], undefined);
  assert.equal(again.body, first.body);
  assert.is((await list(key)).body['used'], 1);
});

test('B-12, B-28, B-34 an unresolved item: PATCH works, POST starts another intake, once, and uses no further place', async () => {
  const key = await api.makeKey({ limit: 1 });
  const id = idOf((await add(key, { assetId: assetId(1) })).body);
  const seq = api.intakes.get(id) ?? 0;
  assert.equal(
    [(await add(key, { assetId: assetId(1) })).status, api.intakes.get(id)],
    [200, seq],
    'gathering already',
  );
  const end = { itemId: id, outcome: 'unresolved', reason: 'no_sources', registryPosition: 0 } as const;
  await api.give(key.tenantId, 'intake.resolve', { ...end, intakeSeq: seq });
  const noted = await update(key, id, { note: 'still wanted', monitoringEnabled: false });
  assert.equal([noted.status, noted.body['state'], noted.body['stateReason']], [200, 'unresolved', 'no_sources']);
  const again = await add(key, { assetId: assetId(1) });
  assert.equal(
    [again.status, again.body['id'], again.body['state'], again.body['stateReason'], again.body['intakeStatus']],
    [200, id, 'gathering', null, 'queued'],
  );
  assert.equal([again.body['note'], again.body['monitoringEnabled']], ['still wanted', false]);
  assert.ok((api.intakes.get(id) ?? 0) > seq, 'a new intake');
  assert.equal([(await list(key)).body['used'], (await list(key)).body['limit']], [1, 1]);
  await api.give(key.tenantId, 'intake.resolve', { ...end, intakeSeq: seq });
  assert.is(
    itemsOf((await list(key)).body)[0]?.['state'],
    'gathering',
    'an answer to the intake before changes nothing',
  );
});

test('B-12, B-18 the same asset added by many at once is one item: one 201, the others 200', async () => {
  const key = await api.makeKey();
  const replies = await Promise.all(Array.from({ length: 30 }, () => add(key, { assetId: assetId(1) })));
  assert.equal(replies.map(({ status }) => status).sort(), [...Array<number>(29).fill(200), 201]);
  assert.is(new Set(replies.map(({ body }) => idOf(body))).size, 1);
  assert.is((await list(key)).body['used'], 1);
});

test('B-22 a note is returned as it was sent, with any characters', async () => {
  const key = await api.makeKey();
  const id = idOf((await add(key, { assetId: assetId(1) })).body);
  for (const note of [
    '\u0000',
    "'; DROP TABLE x; --",
    '<b>&amp;</b>',
    '\u202e\ufeff\n\t',
    '\\N',
    '{note:String}',
    'e\u0301',
  ]) {
    const reply = await update(key, id, { note });
    assert.equal([reply.status, reply.body['note']], [200, note], JSON.stringify(note));
    assert.is(itemsOf((await list(key)).body)[0]?.['note'], note);
  }
});

test('B-02, B-16, B-32, B-37 the cap counts, frees at once, and may be lowered below the used places', async () => {
  const key = await api.makeKey();
  assert.is((await list(key)).body['limit'], 50);
  await api.give(key.tenantId, 'key.limit', { limit: 2 });
  await add(key, { assetId: assetId(1) });
  const second = await add(key, { assetId: assetId(2) });
  const full = await add(key, { assetId: assetId(3) });
  assert.is(full.status, 409);
  assert.is(full.body['code'], 'watchlist_limit_reached');
  assert.equal(full.body['details'], [{ parameter: 'limit', reason: '2 of 2 used' }]);
  assert.is((await remove(key, idOf(second.body))).status, 204);
  assert.is((await add(key, { assetId: assetId(3) })).status, 201);
  await api.give(key.tenantId, 'key.limit', { limit: 1 });
  const lowered = (await list(key)).body;
  assert.equal([lowered['limit'], lowered['used'], itemsOf(lowered).length], [1, 2, 2]);
  assert.is((await add(key, { assetId: assetId(4) })).status, 409);
});

test('B-18 the cap is exact when many add at once', async () => {
  const key = await api.makeKey({ limit: 10 });
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) => add(key, { assetId: assetId(index + 1) })),
  );
  assert.is(replies.filter(({ status }) => status === 201).length, 10);
  assert.is(replies.filter(({ status }) => status === 409).length, 50);
  assert.is((await list(key)).body['used'], 10);
});

test('B-20, B-22, B-28 updates: absent members stay, null clears, the same value is 200', async () => {
  const key = await api.makeKey();
  const id = idOf((await add(key, { assetId: assetId(1) })).body);
  const emoji = '😀'.repeat(500);
  const steps: readonly (readonly [object, boolean, string | null])[] = [
    [{ note: 'first' }, true, 'first'],
    [{ monitoringEnabled: false }, false, 'first'],
    [{ note: '' }, false, ''],
    [{ note: emoji }, false, emoji],
    [{ note: null }, false, null],
    [{ monitoringEnabled: false }, false, null],
    [{ monitoringEnabled: true, note: 'both' }, true, 'both'],
  ];
  for (const [body, enabled, note] of steps) {
    const reply = await update(key, id.toUpperCase(), body);
    assert.is(reply.status, 200);
    assert.is(reply.body['monitoringEnabled'], enabled);
    assert.is(reply.body['note'], note);
    assert.equal(itemsOf((await list(key)).body)[0], reply.body);
  }
});

test('notes are sealed before they are stored; the same one again changes nothing; without its key one is null', async () => {
  const key = await api.makeKey();
  const id = idOf((await add(key, { assetId: assetId(1) })).body);
  const stored = async () => {
    const sql = 'SELECT note, seq FROM attestry.store_watch_items FINAL WHERE item_id = {id:String}';
    return (await api.fixture.reader.query<{ readonly note: string; readonly seq: string }>(sql, { id }))[0];
  };
  await update(key, id, { note: 'held by Alice' });
  const before = await stored();
  assert.match(before?.note ?? '', /^sealed\.v1\./);
  await update(key, id, { note: 'held by Alice' });
  assert.equal(await stored(), before);
  const { tenantId } = await api.makeKey();
  const note = (await api.dependencies.texts.seal({ tenantId, purpose: 'note' }, 'of another')) ?? '';
  const exchange = 'ALTER TABLE attestry.store_watch_items UPDATE note = {note:String} WHERE item_id = {id:String}';
  await api.fixture.writer.query(`${exchange} SETTINGS mutations_sync = 2`, { note, id });
  assert.is(itemsOf((await list(key)).body)[0]?.['note'], null);
});

test('the keys of an erased tenant are refused within three seconds, even if the tables still contain them', async () => {
  const key = await api.makeKey();
  await add(key, { assetId: assetId(1) });
  assert.is((await list(key)).status, 200);
  await tenantKeys.erase(key.tenantId);
  api.pass(3_000);
  assert.is((await list(key)).status, 401);
});

test('B-29 … B-31 removal is 204 without a body, then 404; adding again keeps id and addedAt, resets the rest', async () => {
  const key = await api.makeKey();
  const first = await add(key, { assetId: assetId(1) });
  await update(key, idOf(first.body), { note: 'n', monitoringEnabled: false });
  const removed = await remove(key, idOf(first.body));
  assert.is(removed.status, 204);
  assert.is(removed.text, '');
  assert.is(removed.headers['content-type'], undefined);
  assert.is((await remove(key, idOf(first.body))).status, 404);
  assert.is((await update(key, idOf(first.body), { note: 'n' })).status, 404);
  assert.equal((await list(key)).body, { items: [], limit: 50, used: 0 });
  api.pass(hour);
  const again = await add(key, { assetId: assetId(1) });
  assert.is(again.status, 201);
  assert.equal(again.body, first.body);
});

test('B-05, G-20 a poll after the end of an intake is not 304', async () => {
  const key = await api.makeKey();
  const itemId = idOf((await add(key, { assetId: assetId(1) })).body);
  const gathering = await list(key);
  const intakeSeq = api.intakes.get(itemId) ?? 0;
  await api.give(key.tenantId, 'intake.resolve', { itemId, intakeSeq, outcome: 'ready', registryPosition: 0 });
  const headers = { 'if-none-match': String(gathering.headers.etag) };
  const polled = await api.send('GET', '/me/watchlist', { key: key.text, headers });
  assert.is(polled.status, 200);
  assert.equal(
    [gathering, polled].map(({ body }) => itemsOf(body)[0]?.['state']),
    ['gathering', 'ready'],
  );
});

test('B-04, B-74 newest addition first, by the current one; answers carry the poll interval', async () => {
  const key = await api.makeKey();
  for (const [index, n] of [5, 6, 7].entries()) await api.watch(key, assetId(n), now - (10 - index) * day);
  const [, , oldest] = itemsOf((await list(key)).body);
  await remove(key, String(oldest?.['id']));
  api.pass(minute);
  await add(key, { assetId: assetId(5) });
  const reply = await list(key);
  const order = itemsOf(reply.body).map((item) => memberOf(item, 'asset', 'id'));
  assert.equal(order, [assetId(5), assetId(7), assetId(6)]);
  assert.is(reply.headers['x-poll-interval'], '60');
});

test.run();
