import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../schemas/values/evm.ts';
import { type ApiClient, clientOfA, clientOfB } from '../support/api-client.ts';
import { issuerId, registryLines, testAddress, testId, writeLines } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import type { RunningService, Sandbox } from '../support/service.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';

interface Item {
  readonly id: string;
  readonly asset: { readonly id: string; readonly name: string | null; readonly chain: string | null };
  readonly state: string;
  readonly stateReason: string | null;
  readonly intakeStatus: string | null;
  readonly monitoringEnabled: boolean;
  readonly note: string | null;
  readonly addedAt: string;
}

interface Watchlist {
  readonly items: readonly Item[];
  readonly limit: number;
  readonly used: number;
}

interface Refusal {
  readonly code: string;
  readonly statusCode: number;
  readonly requestId: string;
  readonly details?: readonly { readonly parameter: string; readonly reason: string }[];
}

interface Change {
  readonly id: string;
  readonly category: string;
  readonly watchlistItemId: string;
  readonly direction: string;
  readonly isNew: boolean;
  readonly explanation: { readonly headline: string };
}

interface Notification {
  readonly id: string;
  readonly kind: string;
  readonly changeHref?: string;
  readonly assetName: string;
}

/** Wallets that these files of OFAC's list contain for the first time; one of the issuers has both. */
const listings = [
  { file: 'ETH-2022-11-09.json', wallet: '0x01e2919679362dfbc9ee1644ba9c6da6d6245bb1' },
  { file: 'ETH-2022-11-10.json', wallet: '0x04dba1194ee10112fe6c3207c0687def0e78bacf' },
] as const;

const assets = 60;
/** Number of the first asset. */
const from = 3_000;
const assetId = (index: number): string => testId(`asset-${from + index}`);
const addressOf = (index: number): string => testAddress(from + index);
const nameOf = (index: number): string => `Token ${from + index}`;
const [issuer = '', ...allLines] = registryLines({ assets: assets + 3, from });
const variant = (line: string | undefined, members: object): string =>
  JSON.stringify({ ...(JSON.parse(line ?? '{}') as object), ...members });

const listedIssuer = variant(issuer, {
  partyId: testId('listed-issuer'),
  did: '01H0000000000000000000YYYY',
  name: 'Listed Issuer',
  wallets: listings.map(({ wallet }) => `eip155:1:${wallet}`),
});
/** The assets from 20 to 39 belong to the listed issuer. */
const assetLines = allLines.map((line, index) =>
  index >= 20 && index < 40 ? variant(line, { issuerId: testId('listed-issuer') }) : line,
);

const withdrawn = assetId(assets);
const unverified = assetId(assets + 1);
const unobservable = assetId(assets + 2);
const rippleLine = (issuerId: string | null): string =>
  variant(assetLines[assets + 2], {
    chain: 'xrpl',
    standard: 'token',
    address: 'USD.rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
    issuerId,
  });

let shared: SharedService;
let sandbox: Sandbox;
let service: RunningService;
/** Tenants at the cap, with a small limit, and two with nothing in common. */
let capped: Holder;
let small: Holder;
let mine: Holder;
let theirs: Holder;

interface Holder extends ApiClient {
  readonly keyId: string;
  readonly tenantId: string;
  readonly key: string;
  readonly list: () => Promise<Watchlist>;
  readonly add: (assetId: string) => Promise<Item>;
  readonly changes: () => Promise<readonly Change[]>;
  readonly notices: () => Promise<readonly Notification[]>;
}

/** A new tenant with a key. */
async function newHolder(name: string, limit = 50): Promise<Holder> {
  const scopes = 'monitoring:read,watchlist:write';
  const { keyId, tenantId, key } = await sandbox.json<Pick<Holder, 'keyId' | 'tenantId' | 'key'>>(
    ...['keys', 'create', '--name', name, '--scopes', scopes, '--limit', String(limit)],
  );
  const client = clientOfB(service, key);
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await client.get<T>(path);
    assert.is(status, 200, JSON.stringify(body));
    return body;
  };
  return {
    ...client,
    keyId,
    tenantId,
    key,
    list: () => read('/me/watchlist'),
    add: async (id) => {
      const { status, body } = await client.post<Item>('/me/watchlist', { assetId: id });
      assert.is(status, 201, JSON.stringify(body));
      return body;
    },
    changes: async () => (await read<{ readonly items: readonly Change[] }>('/me/monitoring/changes')).items,
    notices: async () =>
      (await read<{ readonly items: readonly Notification[] }>('/me/notifications')).items.filter(
        ({ kind }) => !kind.startsWith('intake_'),
      ),
  };
}

const importLines = async (name: string, ...lines: readonly string[]): Promise<void> => {
  await sandbox.json('registry', 'import', writeLines(sandbox.directory, name, lines));
  await sandbox.idle();
};

const listNow = async (file: string): Promise<void> => {
  await sandbox.json('feeds', 'run', 'ofac-addresses', '--file', fixturePath('ofac-addresses', file), '--as-of', 'now');
  await sandbox.idle();
};

const withoutRequestId = ({ requestId: _, ...rest }: Refusal): object => rest;

test.before(async () => {
  shared = await useSharedService();
  ({ sandbox, service } = shared);
  const lines = assetLines.slice(0, assets);
  await sandbox.json(
    'registry',
    'import',
    writeLines(sandbox.directory, 'world.ndjson', [issuer, listedIssuer, ...lines]),
  );
  const others = [
    variant(issuer, { partyId: testId('other-issuer'), did: '01H0000000000000000000ZZZZ', kyi: null, wallets: [] }),
    variant(assetLines[assets], { status: 'withdrawn' }),
    variant(assetLines[assets + 1], { issuerId: testId('other-issuer') }),
    rippleLine(null),
  ];
  [capped, small, mine, theirs] = await Promise.all([
    newHolder('capped', 10),
    newHolder('small', 2),
    newHolder('mine'),
    newHolder('theirs'),
  ]);
  await importLines('others.ndjson', ...others);
});
test.after(() => shared.release());

test('B-18 the cap is exact: at 9 of 10, 20 parallel POSTs of distinct assets give one 201 and 19 × 409', async () => {
  for (let index = 0; index < 9; index += 1) await capped.add(assetId(index));
  assert.is((await capped.list()).used, 9);

  const parallel = await Promise.all(
    Array.from({ length: 20 }, (_, index) => capped.post<Refusal>('/me/watchlist', { assetId: assetId(10 + index) })),
  );
  const won = parallel.filter(({ status }) => status === 201);
  const refused = parallel.filter(({ status }) => status === 409);
  assert.equal([won.length, refused.length], [1, 19]);
  for (const { body } of refused) assert.is(body.code, 'watchlist_limit_reached');
  assert.equal(refused[0]?.body.details, [{ parameter: 'limit', reason: '10 of 10 used' }]);
  const { items, limit, used } = await capped.list();
  assert.equal([items.length, limit, used], [10, 10, 10]);
  assert.is(new Set(items.map(({ id }) => id)).size, 10);

  const unknown = await capped.post<Refusal>('/me/watchlist', { assetId: randomUUID() });
  assert.equal([unknown.status, unknown.body.code], [404, 'not_found'], 'B-17 an unknown asset wins over a full list');
  const again = await capped.post<Item>('/me/watchlist', { assetId: assetId(3) });
  assert.equal([again.status, again.body.id], [200, items.find(({ asset }) => asset.id === assetId(3))?.id], 'B-12');

  assert.is((await capped.remove(`/me/watchlist/${again.body.id}`)).status, 204);
  assert.is((await capped.post('/me/watchlist', { assetId: assetId(59) })).status, 201, 'B-32 a place is free at once');
  assert.is((await capped.post('/me/watchlist', { assetId: assetId(3) })).status, 409);
});

test('B-37 a limit below the current use keeps the items and refuses new ones; a higher limit accepts them', async () => {
  const item = await small.add(assetId(0));
  await small.add(assetId(1));
  await sandbox.json('keys', 'set', small.keyId, '--limit', '1');
  const { items, limit, used } = await small.list();
  assert.equal([items.length, limit, used], [2, 1, 2]);
  assert.is((await small.post('/me/watchlist', { assetId: assetId(2) })).status, 409);
  assert.is((await small.remove(`/me/watchlist/${item.id}`)).status, 204);
  assert.is((await small.post('/me/watchlist', { assetId: assetId(2) })).status, 409, 'one of one is used');
  await sandbox.json('keys', 'set', small.keyId, '--limit', '3');
  assert.is((await small.post('/me/watchlist', { assetId: assetId(2) })).status, 201);
  assert.equal([(await small.list()).used, (await small.list()).limit], [2, 3]);
});

test('B-10 B-11 a new item is gathering, and becomes ready by itself (B-33)', async () => {
  const { status, headers, body } = await mine.post<Item>('/me/watchlist', { assetId: assetId(7).toUpperCase() });
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
      id: assetId(7),
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
      id: assetId(7),
      name: nameOf(7),
      symbol: `T${from + 7}`,
      issuerName: 'Test Issuer',
      chain: 'eip155:1',
      chainId: 1,
      contractAddress: toChecksumAddress(addressOf(7)),
    },
    state: 'ready',
    intakeStatus: null,
  });
  const other = await mine.add(assetId(8));
  assert.equal(
    (await mine.list()).items.slice(0, 2).map((item) => item.id),
    [other.id, id],
    'B-04 newest addition first',
  );
});

test('B-13 B-14 B-15 assets that cannot be watched are refused with the reason', async () => {
  const { used } = await mine.list();
  const badBodies = [{}, { assetId: 5 }, { assetId: null }, { assetId: 'usdc' }, [], '"text"', 'null', '{"assetId":'];
  for (const body of [...badBodies, { assetId: assetId(0), note: 'x' }]) {
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
  for (let round = 0; round < 4; round += 1) {
    const { id } = await theirs.add(assetId(round));
    assert.is((await theirs.list()).items[0]?.id, id);
    const patched = await theirs.patch<Item>(`/me/watchlist/${id}`, {
      note: `round ${round}`,
      monitoringEnabled: false,
    });
    assert.is(patched.status, 200);
    const [seen] = (await theirs.list()).items;
    assert.equal([seen?.note, seen?.monitoringEnabled], [`round ${round}`, false]);
    const again = await theirs.post<Item>('/me/watchlist', { assetId: assetId(round) });
    assert.equal([again.status, again.body.note], [200, `round ${round}`]);
    assert.is((await theirs.remove(`/me/watchlist/${id}`)).status, 204);
    assert.equal(await theirs.list(), { items: [], limit: 50, used: 0 });
  }
});

test('B-21 … B-25 B-28 B-29 PATCH and DELETE', async () => {
  const { id } = await mine.add(assetId(5));
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
  const { id, addedAt } = await mine.add(assetId(9));
  await mine.patch(`/me/watchlist/${id}`, { note: 'mine', monitoringEnabled: false });
  await mine.remove(`/me/watchlist/${id}`);
  const again = await mine.add(assetId(9));
  assert.equal(
    [again.id, again.addedAt, again.note, again.monitoringEnabled, again.state],
    [id, addedAt, null, true, 'gathering'],
  );
});

test('K-11 two keys share nothing; a foreign item reads like one that never existed', async () => {
  const { used } = await mine.list();
  const { id } = await mine.add(assetId(11));
  assert.not.equal((await theirs.add(assetId(11))).id, id);
  await theirs.add(assetId(12));
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

test('B-26 B-27 B-90 changes during a pause or a removal are never shown; later ones are', async () => {
  await listNow('ETH-2022-09-03.json');
  const [paused, removed, watched] = [
    await mine.add(assetId(20)),
    await mine.add(assetId(21)),
    await mine.add(assetId(22)),
  ];
  await mine.patch(`/me/watchlist/${paused.id}`, { monitoringEnabled: false });
  await mine.remove(`/me/watchlist/${removed.id}`);
  await listNow(listings[0].file);

  const perItem = async (): Promise<readonly number[]> => {
    const changes = await mine.changes();
    return [paused, removed, watched].map(({ id }) => changes.filter((one) => one.watchlistItemId === id).length);
  };
  const noticesPerItem = async (): Promise<readonly number[]> => {
    const notices = await mine.notices();
    return [20, 21, 22].map(nameOf).map((name) => notices.filter((one) => one.assetName === name).length);
  };
  assert.equal(
    [await perItem(), await noticesPerItem()],
    [
      [0, 0, 1],
      [0, 0, 1],
    ],
  );

  assert.is((await mine.patch<Item>(`/me/watchlist/${paused.id}`, { monitoringEnabled: true })).status, 200);
  assert.is((await mine.add(assetId(21))).id, removed.id);
  await sandbox.idle();
  assert.equal(
    [await perItem(), await noticesPerItem()],
    [
      [0, 0, 1],
      [0, 0, 1],
    ],
    'still hidden afterwards',
  );

  await listNow(listings[1].file);
  assert.equal(
    [await perItem(), await noticesPerItem()],
    [
      [1, 1, 2],
      [1, 1, 2],
    ],
    'later changes are listed',
  );

  const { id: lateId } = await theirs.add(assetId(20));
  const earlier = (await theirs.changes()).filter(({ watchlistItemId }) => watchlistItemId === lateId);
  assert.equal(
    [earlier.length, earlier.map(({ isNew }) => isNew)],
    [2, [false, false]],
    'B-58 earlier changes are shown, never new',
  );
  const told = (await theirs.notices()).map(({ assetName }) => assetName);
  assert.not.ok(told.includes(nameOf(20)), 'B-58 and never notified');

  await mine.remove(`/me/watchlist/${watched.id}`);
  assert.equal(
    [await perItem(), await noticesPerItem()],
    [
      [1, 1, 0],
      [1, 1, 2],
    ],
    'B-90 the inbox survives removal',
  );
  const second = await mine.notices();
  assert.equal(await mine.notices(), second, 'B-88 the same notifications with the same ids on every read');
  assert.is(new Set(second.map(({ id }) => id)).size, second.length);
});

test('B-03 B-33 B-34 an asset without a record is unresolved, counts, and starts again with a new record', async () => {
  const { itemId } = await sandbox.json<{ readonly itemId: string }>(
    ...['watch', 'add', '--tenant', small.tenantId, '--asset', unobservable],
  );
  await sandbox.idle();
  const { items, used } = await small.list();
  assert.equal(
    [items[0]?.id, items[0]?.state, items[0]?.stateReason, used],
    [itemId, 'unresolved', 'unsupported_chain', 3],
  );
  assert.is((await small.post('/me/watchlist', { assetId: assetId(0) })).status, 409, 'it uses its place');
  const again = await small.post<Item>('/me/watchlist', { assetId: unobservable });
  assert.equal([again.status, again.body.state], [200, 'gathering'], 'B-12 adding it again starts the intake again');
  await sandbox.idle();
  assert.is((await small.list()).items[0]?.state, 'unresolved');
  await importLines('ripple.ndjson', rippleLine(issuerId(from)));
  const [item] = (await small.list()).items;
  assert.equal([item?.id, item?.state, item?.stateReason], [itemId, 'ready', null], 'B-34 a new record of the asset');
  const { items: notices } = (await small.get<{ readonly items: readonly Notification[] }>('/me/notifications')).body;
  const kinds = notices.map(({ kind }) => kind).filter((kind) => kind.startsWith('intake_'));
  assert.is(kinds[0], 'intake_partial', 'no source is declared');
  assert.ok(kinds.includes('intake_unresolved'));
});

test('B-36 withdrawal and the end of KYI: the item stays, a change says so, interface A no longer serves the asset', async () => {
  const registry = clientOfA(service, mine.key);
  const [gone, paused] = [await mine.add(assetId(30)), await mine.add(assetId(31))];
  await sandbox.idle();
  const fresh = async (): Promise<readonly Change[]> =>
    (
      await mine.get<{ readonly items: readonly Change[] }>(
        `/me/monitoring/changes?category=register&item=${gone.id}&item=${paused.id}`,
      )
    ).body.items;
  const lookUps = async (index: number): Promise<readonly unknown[]> => {
    const asset = await registry.get(`/assets/ethereum/${addressOf(index)}`);
    const token = await registry.get<{ readonly kyi_verified: boolean }>(`/kyi/v1/tokens?address=${addressOf(index)}`);
    return [asset.status, token.status, token.body.kyi_verified];
  };
  assert.equal(await lookUps(30), [200, 200, true]);

  await importLines('withdrawn.ndjson', variant(assetLines[30], { status: 'withdrawn' }));
  assert.equal(await lookUps(30), [404, 200, false]);
  const [change] = await fresh();
  assert.equal(
    [change?.watchlistItemId, change?.category, change?.direction, change?.explanation.headline],
    [gone.id, 'register', 'weakens', 'This registry withdrew the asset'],
  );
  assert.is((await mine.list()).items.find(({ id }) => id === gone.id)?.state, 'ready');
  assert.is((await mine.post('/me/watchlist', { assetId: assetId(30) })).status, 200, 'B-12 it is on the list');

  await mine.patch(`/me/watchlist/${paused.id}`, { monitoringEnabled: false });
  await importLines(
    'revoked.ndjson',
    variant(listedIssuer, { kyi: { status: 'revoked', at: '2026-02-01T00:00:00Z' } }),
  );
  assert.equal(await lookUps(31), [404, 200, false]);
  assert.equal(
    (await fresh()).map(({ watchlistItemId }) => watchlistItemId),
    [gone.id, gone.id],
  );
  assert.is((await mine.post('/me/watchlist', { assetId: assetId(32) })).status, 404, 'B-13');
  await mine.patch(`/me/watchlist/${paused.id}`, { monitoringEnabled: true });
  assert.is((await fresh()).length, 2, 'B-27 the end of KYI fell into the pause');

  await importLines('verified.ndjson', listedIssuer);
  assert.equal(await lookUps(31), [200, 200, true]);
  const headlines = (await fresh()).filter(({ watchlistItemId }) => watchlistItemId === paused.id);
  assert.equal(
    headlines.map(({ explanation }) => explanation.headline),
    ['The issuer is KYI-verified'],
  );
});

test('verify finds no difference after all of this', async () => {
  await sandbox.idle();
  const report = await sandbox.json<Readonly<Record<string, unknown>>>('verify');
  assert.equal(
    [report['lost'], report['duplicate'], report['differing']],
    [0, 0, 0],
    JSON.stringify(report['problems']),
  );
  assert.equal(shared.warnings(), []);
});

test.run();
