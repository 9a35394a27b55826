/** What reaches a watchlist while its items are paused, removed, without a record, or no longer admitted. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfA } from '../support/api-client.ts';
import { issuerId, testId } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import type { Sandbox } from '../support/service.ts';
import { type SharedService, useSharedService } from '../support/shared-service.ts';
import { variant } from './given-files.ts';
import * as holders from './watchlist-holders.ts';
import type { Change, Holder, Item, Notification } from './watchlist-holders.ts';

/** Wallets that these files of OFAC's list contain for the first time; one of the issuers has both. */
const listings = [
  { file: 'ETH-2022-11-09.json', wallet: '0x01e2919679362dfbc9ee1644ba9c6da6d6245bb1' },
  { file: 'ETH-2022-11-10.json', wallet: '0x04dba1194ee10112fe6c3207c0687def0e78bacf' },
] as const;
const otherChains = ['ARB', 'BSC', 'ETC', 'LTC', 'TRX', 'USDC', 'USDT', 'XBT', 'XMR', 'XRP', 'ZEC'];

/** Number of the first asset. */
const from = 3_200;
const count = 16;
const assets = holders.assetsFrom(from, count);
const unobservable = assets.id(2);
const listedIssuer = variant(assets.issuer, {
  partyId: testId('listed-issuer'),
  did: '01H0000000000000000000YYYY',
  name: 'Listed Issuer',
  wallets: listings.map(({ wallet }) => `eip155:1:${wallet}`),
});
/** The assets from 10 on belong to the listed issuer; one has no record, because it has no issuer. */
const lines = assets.lines.map((line, index) => {
  if (index === 2) return variant(line, { ...holders.onRipple('USD'), issuerId: null });
  return index < 10 ? line : variant(line, { issuerId: testId('listed-issuer') });
});

let shared: SharedService;
let sandbox: Sandbox;
/** One with a small limit, and two with nothing in common. */
let small: Holder;
let mine: Holder;
let theirs: Holder;

/** The list of the demo is a later and longer one, so a gate would refuse these. */
async function listNow(file: string): Promise<void> {
  const names = [file, ...otherChains.map((chain) => `${chain}-2024-09-27.json`)];
  const files = names.flatMap((name) => ['--file', fixturePath('ofac-addresses', name)]);
  await sandbox.json('feeds', 'run', 'ofac-addresses', ...files, '--as-of', 'now', '--force');
  await sandbox.idle();
}

test.before(async () => {
  shared = await useSharedService();
  ({ sandbox } = shared);
  [small, mine, theirs] = await Promise.all([
    holders.newHolder(shared, 'few', 3),
    holders.newHolder(shared, 'watching'),
    holders.newHolder(shared, 'later'),
  ]);
  // The list of the demo has the wallets already.
  await listNow('ETH-2022-09-03.json');
  await holders.importLines(shared, 'changes.ndjson', assets.issuer, listedIssuer, ...lines);
  for (const index of [3, 4]) await small.add(assets.id(index));
});
test.after(() => shared.release());

test('B-26 B-27 B-90 changes during a pause or a removal are never shown; later ones are', async () => {
  const [paused, removed, watched] = [
    await mine.add(assets.id(10)),
    await mine.add(assets.id(11)),
    await mine.add(assets.id(12)),
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
    return [10, 11, 12].map(assets.name).map((name) => notices.filter((one) => one.assetName === name).length);
  };
  assert.equal(
    [await perItem(), await noticesPerItem()],
    [
      [0, 0, 1],
      [0, 0, 1],
    ],
  );

  assert.is((await mine.patch<Item>(`/me/watchlist/${paused.id}`, { monitoringEnabled: true })).status, 200);
  assert.is((await mine.add(assets.id(11))).id, removed.id);
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

  const { id: lateId } = await theirs.add(assets.id(10));
  const earlier = (await theirs.changes()).filter(({ watchlistItemId }) => watchlistItemId === lateId);
  assert.equal(
    [earlier.length, earlier.map(({ isNew }) => isNew)],
    [2, [true, true]],
    'B-58 earlier changes are shown, and new since the key was made',
  );
  const notified = (await theirs.notices()).map(({ assetName }) => assetName);
  assert.not.ok(notified.includes(assets.name(10)), 'B-58 and never notified');

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
  assert.is((await small.post('/me/watchlist', { assetId: assets.id(0) })).status, 409, 'it uses its place');
  const again = await small.post<Item>('/me/watchlist', { assetId: unobservable });
  assert.equal([again.status, again.body.state], [200, 'gathering'], 'B-12 adding it again starts the intake again');
  await sandbox.idle();
  assert.is((await small.list()).items[0]?.state, 'unresolved');
  await holders.importLines(
    shared,
    'ripple.ndjson',
    variant(assets.line(2), { ...holders.onRipple('USD'), issuerId: issuerId(from) }),
  );
  const [item] = (await small.list()).items;
  assert.equal([item?.id, item?.state, item?.stateReason], [itemId, 'ready', null], 'B-34 a new record of the asset');
  const { items: notices } = (await small.get<{ readonly items: readonly Notification[] }>('/me/notifications')).body;
  const kinds = notices.map(({ kind }) => kind).filter((kind) => kind.startsWith('intake_'));
  assert.is(kinds[0], 'intake_partial', 'no source is declared');
  assert.ok(kinds.includes('intake_unresolved'));
});

test('B-36 withdrawal and the end of KYI: the item stays, a change reports it, interface A no longer serves the asset', async () => {
  const registry = clientOfA(shared.service, mine.key);
  const [gone, paused] = [await mine.add(assets.id(13)), await mine.add(assets.id(14))];
  await sandbox.idle();
  const fresh = async (): Promise<readonly Change[]> =>
    (
      await mine.get<{ readonly items: readonly Change[] }>(
        `/me/monitoring/changes?category=register&item=${gone.id}&item=${paused.id}`,
      )
    ).body.items;
  const lookUps = async (index: number): Promise<readonly unknown[]> => {
    const asset = await registry.get(`/assets/ethereum/${assets.address(index)}`);
    const token = await registry.get<{ readonly kyi_verified: boolean }>(
      `/kyi/v1/tokens?address=${assets.address(index)}`,
    );
    return [asset.status, token.status, token.body.kyi_verified];
  };
  assert.equal(await lookUps(13), [200, 200, true]);

  await holders.importLines(shared, 'withdrawn.ndjson', variant(lines[13], { status: 'withdrawn' }));
  assert.equal(await lookUps(13), [404, 404, false]);
  const [change] = await fresh();
  assert.equal(
    [change?.watchlistItemId, change?.category, change?.direction, change?.explanation.headline],
    [gone.id, 'register', 'weakens', 'This registry withdrew the asset'],
  );
  assert.is((await mine.list()).items.find(({ id }) => id === gone.id)?.state, 'ready');
  assert.is((await mine.post('/me/watchlist', { assetId: assets.id(13) })).status, 200, 'B-12 it is on the list');

  await mine.patch(`/me/watchlist/${paused.id}`, { monitoringEnabled: false });
  await holders.importLines(
    shared,
    'revoked.ndjson',
    variant(listedIssuer, { kyi: { status: 'revoked', at: '2026-02-01T00:00:00Z' } }),
  );
  assert.equal(await lookUps(14), [404, 200, false]);
  assert.equal(
    (await fresh()).map(({ watchlistItemId }) => watchlistItemId),
    [gone.id, gone.id],
  );
  assert.is((await mine.post('/me/watchlist', { assetId: assets.id(15) })).status, 404, 'B-13');
  await mine.patch(`/me/watchlist/${paused.id}`, { monitoringEnabled: true });
  assert.is((await fresh()).length, 2, 'B-27 the end of KYI fell into the pause');

  await holders.importLines(shared, 'verified.ndjson', listedIssuer);
  assert.equal(await lookUps(14), [200, 200, true]);
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
