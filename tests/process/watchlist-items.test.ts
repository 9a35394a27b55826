/** What a client does with the items of a watchlist: limits, states, notes, refusals, and the tenants beside it. */
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../schemas/values/evm.ts';
import { testId } from '../support/demo-world.ts';
import type { Sandbox } from '../support/service.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';
import { variant } from './given-files.ts';
import * as holders from './watchlist-holders.ts';
import type { Change, Holder, Item, Refusal } from './watchlist-holders.ts';

/** Number of the first asset. */
const from = 3_000;
const count = 20;
const assets = holders.assetsFrom(from, count + 3);
const [withdrawn, unverified, unobservable] = [assets.id(count), assets.id(count + 1), assets.id(count + 2)];

let shared: SharedService;
let sandbox: Sandbox;
/** Tenants at the cap, with a small limit, and two with nothing in common. */
let capped: Holder;
let small: Holder;
let mine: Holder;
let theirs: Holder;

const withoutRequestId = ({ requestId: _, ...rest }: Refusal): object => rest;

test.before(async () => {
  shared = await useSharedService();
  ({ sandbox } = shared);
  const { issuer, line, lines } = assets;
  const others = [
    variant(issuer, { partyId: testId('other-issuer'), did: '01H0000000000000000000ZZZZ', kyi: null, wallets: [] }),
    variant(line(count), { status: 'withdrawn' }),
    variant(line(count + 1), { issuerId: testId('other-issuer') }),
    variant(line(count + 2), { ...holders.onRipple('EUR'), issuerId: null }),
  ];
  [capped, small, mine, theirs] = await Promise.all([
    holders.newHolder(shared, 'capped', 4),
    holders.newHolder(shared, 'small', 2),
    holders.newHolder(shared, 'mine'),
    holders.newHolder(shared, 'theirs'),
  ]);
  await holders.importLines(shared, 'items.ndjson', issuer, ...lines.slice(0, count), ...others);
});
test.after(() => shared.release());

test('B-18 the cap is exact: at 3 of 4, 8 parallel POSTs of distinct assets give one 201 and 7 × 409', async () => {
  for (let index = 0; index < 3; index += 1) await capped.add(assets.id(index));
  assert.is((await capped.list()).used, 3);

  const parallel = await Promise.all(
    Array.from({ length: 8 }, (_, index) => capped.post<Refusal>('/me/watchlist', { assetId: assets.id(10 + index) })),
  );
  const won = parallel.filter(({ status }) => status === 201);
  const refused = parallel.filter(({ status }) => status === 409);
  assert.equal([won.length, refused.length], [1, 7]);
  for (const { body } of refused) assert.is(body.code, 'watchlist_limit_reached');
  assert.equal(refused[0]?.body.details, [{ parameter: 'limit', reason: '4 of 4 used' }]);
  const { items, limit, used } = await capped.list();
  assert.equal([items.length, limit, used], [4, 4, 4]);
  assert.is(new Set(items.map(({ id }) => id)).size, 4);

  const unknown = await capped.post<Refusal>('/me/watchlist', { assetId: randomUUID() });
  assert.equal([unknown.status, unknown.body.code], [404, 'not_found'], 'B-17 an unknown asset wins over a full list');
  const again = await capped.post<Item>('/me/watchlist', { assetId: assets.id(2) });
  assert.equal([again.status, again.body.id], [200, items.find(({ asset }) => asset.id === assets.id(2))?.id], 'B-12');

  assert.is((await capped.remove(`/me/watchlist/${again.body.id}`)).status, 204);
  assert.is(
    (await capped.post('/me/watchlist', { assetId: assets.id(19) })).status,
    201,
    'B-32 a place is free at once',
  );
  assert.is((await capped.post('/me/watchlist', { assetId: assets.id(2) })).status, 409);
});

test('B-37 a limit below the current use keeps the items and refuses new ones; a higher limit accepts them', async () => {
  const item = await small.add(assets.id(0));
  await small.add(assets.id(1));
  await sandbox.json('keys', 'set', small.keyId, '--limit', '1');
  const { items, limit, used } = await small.list();
  assert.equal([items.length, limit, used], [2, 1, 2]);
  assert.is((await small.post('/me/watchlist', { assetId: assets.id(2) })).status, 409);
  assert.is((await small.remove(`/me/watchlist/${item.id}`)).status, 204);
  assert.is((await small.post('/me/watchlist', { assetId: assets.id(2) })).status, 409, 'one of one is used');
  await sandbox.json('keys', 'set', small.keyId, '--limit', '3');
  assert.is((await small.post('/me/watchlist', { assetId: assets.id(2) })).status, 201);
  assert.equal([(await small.list()).used, (await small.list()).limit], [2, 3]);
});

test('B-10 B-11 a new item is gathering, and becomes ready by itself (B-33)', async () => {
  const { status, headers, body } = await mine.post<Item>('/me/watchlist', { assetId: assets.id(7).toUpperCase() });
  assert.is(status, 201, 'B-14 an id in upper case is the same id');
  assert.is(headers.get('location'), `/me/watchlist/${body.id}`);
  const { id, addedAt, ...rest } = body;
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  const keys = await sandbox.json<readonly { readonly keyId: string; readonly createdAt: string }[]>('keys', 'list');
  const madeAt = Date.parse(keys.find(({ keyId }) => keyId === mine.keyId)?.createdAt ?? '');
  const answeredAt = Date.parse(headers.get('date') ?? '');
  assert.ok(
    madeAt <= Date.parse(addedAt) && Date.parse(addedAt) < answeredAt + 1_000,
    'after the key, before the answer',
  );
  assert.equal(rest, {
    asset: {
      id: assets.id(7),
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
  });
  await sandbox.idle();
  assert.equal((await mine.list()).items[0], {
    ...body,
    asset: {
      id: assets.id(7),
      name: assets.name(7),
      symbol: `T${from + 7}`,
      issuerName: 'Test Issuer',
      chain: 'eip155:1',
      chainId: 1,
      contractAddress: toChecksumAddress(assets.address(7)),
    },
    state: 'ready',
    intakeStatus: null,
  });
  const other = await mine.add(assets.id(8));
  assert.equal(
    (await mine.list()).items.slice(0, 2).map((item) => item.id),
    [other.id, id],
    'B-04 newest addition first',
  );
});

test('B-13 B-14 B-15 assets that cannot be watched are refused with the reason', async () => {
  const { used } = await mine.list();
  const badBodies = [{}, { assetId: 5 }, { assetId: null }, { assetId: 'usdc' }, [], '"text"', 'null', '{"assetId":'];
  for (const body of [...badBodies, { assetId: assets.id(0), note: 'x' }]) {
    const { status, body: refusal } = await mine.post<Refusal>('/me/watchlist', body);
    assert.equal([status, refusal.code], [400, 'invalid_parameter'], JSON.stringify(body));
  }
  for (const id of [randomUUID(), withdrawn, unverified, unobservable]) {
    const { status, body } = await mine.post<Refusal>('/me/watchlist', { assetId: id });
    assert.equal([status, body.code], [404, 'not_found'], id);
  }
  assert.is((await mine.list()).used, used);
});

test('B-19 the next read shows an acknowledged change', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { id } = await theirs.add(assets.id(round));
    assert.is((await theirs.list()).items[0]?.id, id);
    const patched = await theirs.patch<Item>(`/me/watchlist/${id}`, {
      note: `round ${round}`,
      monitoringEnabled: false,
    });
    assert.is(patched.status, 200);
    const [seen] = (await theirs.list()).items;
    assert.equal([seen?.note, seen?.monitoringEnabled], [`round ${round}`, false]);
    const again = await theirs.post<Item>('/me/watchlist', { assetId: assets.id(round) });
    assert.equal([again.status, again.body.note], [200, `round ${round}`]);
    assert.is((await theirs.remove(`/me/watchlist/${id}`)).status, 204);
    assert.equal(await theirs.list(), { items: [], limit: 50, used: 0 });
  }
});

test('B-21 … B-25 B-28 B-29 PATCH and DELETE', async () => {
  const { id } = await mine.add(assets.id(5));
  const path = `/me/watchlist/${id}`;
  for (const body of [
    {},
    { note: 'x'.repeat(501) },
    { note: 5 },
    { monitoringEnabled: 'false' },
    { monitoringEnabled: 0 },
    { state: 'ready' },
    [],
  ]) {
    const { status, body: refusal } = await mine.patch<Refusal>(path, body);
    assert.equal([status, refusal.code], [400, 'invalid_parameter'], JSON.stringify(body));
  }
  const longest = '𝛼'.repeat(500);
  for (const note of [longest, '', null]) {
    const { status, body } = await mine.patch<Item>(path, { note });
    assert.equal([status, body.note], [200, note], 'B-22');
  }
  assert.is((await mine.patch(path, { monitoringEnabled: true })).status, 200, 'B-28 the same value again');
  for (const other of [randomUUID(), 'no-uuid']) {
    assert.is((await mine.patch<Refusal>(`/me/watchlist/${other}`, { note: null })).body.code, 'not_found');
    assert.is((await mine.remove(`/me/watchlist/${other}`)).status, 404);
  }
  const removed = await mine.remove(path);
  assert.equal([removed.status, removed.body, removed.headers.get('content-type')], [204, null, null]);
  assert.is((await mine.remove(path)).status, 404);
  assert.is((await mine.patch(path, { note: 'x' })).status, 404);
});

test('B-30 B-31 adding again keeps id and date and clears note and pause', async () => {
  const { id, addedAt } = await mine.add(assets.id(9));
  await mine.patch(`/me/watchlist/${id}`, { note: 'mine', monitoringEnabled: false });
  await mine.remove(`/me/watchlist/${id}`);
  const again = await mine.add(assets.id(9));
  assert.equal(
    [again.id, again.addedAt, again.note, again.monitoringEnabled, again.state],
    [id, addedAt, null, true, 'gathering'],
  );
});

test('K-11 two keys share nothing; a foreign item reads like one that never existed', async () => {
  const { used } = await mine.list();
  const { id } = await mine.add(assets.id(11));
  assert.not.equal((await theirs.add(assets.id(11))).id, id);
  await theirs.add(assets.id(12));
  assert.is((await mine.list()).used, used + 1);
  for (const act of [
    (itemId: string) => theirs.patch<Refusal>(`/me/watchlist/${itemId}`, { note: 'theirs' }),
    (itemId: string) => theirs.remove<Refusal>(`/me/watchlist/${itemId}`),
  ]) {
    const [foreign, unknown] = [await act(id), await act(randomUUID())];
    assert.is(foreign.status, 404);
    assert.equal(withoutRequestId(foreign.body), withoutRequestId(unknown.body));
  }
  assert.is((await mine.list()).items[0]?.note, null);
  const filtered = await theirs.get<{ readonly items: readonly Change[] }>(`/me/monitoring/changes?item=${id}`);
  assert.equal([filtered.status, filtered.body.items.length], [200, 0], 'B-48 a foreign item matches nothing');
});
test('nothing of this is a warning in the log', () => assert.equal(shared.warnings(), []));

test.run();
