import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  chooseAssets,
  type ChoiceRequest,
} from '../../../../../../pipeline/publishers/chain/rounds/assets/choose-assets.ts';
import { outlineOf } from '../../../../../../pipeline/publishers/chain/rounds/assets/asset-outlines.ts';
import type { AssetMemory, Statement } from '../../../../../../pipeline/publishers/chain/rounds/assets/asset-memory.ts';
import { suppliesDiffer } from '../../../../../../pipeline/publishers/chain/rounds/assets/asset-digest.ts';
import { runsOf } from '../../../../../support/runs.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const now = 100 * day;
const plan = 'evm-1';
const statement: Statement = { facts: 'x', supply: null, plan, at: now - day, block: 90, accounts: [], alone: false };
const calm: AssetMemory = { readAt: now - 1, stated: statement, pending: null };
const never: AssetMemory = { readAt: 0, stated: null, pending: null };
const onItsWay: AssetMemory = { ...never, readAt: now - 1, pending: { ...statement, captureId: 'c', capturedAt: now } };

function choose(memories: Readonly<Record<string, AssetMemory>>, over: Partial<ChoiceRequest> = {}, reported = false) {
  const assets = Object.keys(memories).map((assetId) => ({
    assetId,
    address: '0x',
    standard: 'erc20',
    isReported: reported,
  }));
  const { sweep, heartbeats, confirm, whole, isMore } = chooseAssets({
    assets,
    outlineOf: (assetId) => outlineOf(memories[assetId] ?? never),
    kind: 'step',
    plan,
    block: 100,
    now,
    due: 0,
    hinted: new Set(),
    isFailing: () => false,
    longestUnread: day,
    batch: 200,
    ...over,
  });
  const ids = (list: typeof sweep): readonly string[] => list.map(({ assetId }) => assetId);
  return { sweep: ids(sweep), heartbeats: ids(heartbeats), confirm: [...confirm], whole: [...whole], isMore };
}

const nothing = { sweep: [], heartbeats: [], confirm: [], whole: [], isMore: false };

test('an asset that was never stated is read, unless its statement is on its way or it cannot be read', () => {
  assert.equal(choose({ a: never, b: calm, c: onItsWay }), { ...nothing, sweep: ['a'] });
  assert.equal(choose({ a: never }, { kind: 'new' }), { ...nothing, sweep: ['a'] });
  assert.equal(choose({ a: never, b: calm }, { kind: 'new', due: 2 }), { ...nothing, sweep: ['a'] });
  assert.equal(choose({ a: never }, { isFailing: () => true }), nothing);
  assert.equal(choose({ a: never }, { isFailing: () => true, due: 1 }), { ...nothing, sweep: ['a'] });
});

test('those read longest ago are due, and those with a hint or an old plan are read', () => {
  const [first, second, third] = [4, 3, 2].map((ms) => ({ ...calm, readAt: now - ms }));
  const memories = { a: third ?? never, b: first ?? never, c: second ?? never, d: calm };
  assert.equal(choose(memories, { due: 2 }).sweep, ['b', 'c']);
  assert.equal(choose(memories, { due: 1, hinted: new Set(['d', 'elsewhere']) }).sweep, ['d', 'b']);
  const old = { ...calm, stated: { ...statement, plan: 'evm-0' } };
  assert.equal(choose({ a: old, b: calm }).sweep, ['a']);
});

test('an asset whose time the clock has not reached again since it was set back is due before the others', () => {
  const ahead = { ...calm, readAt: now + hour };
  assert.equal(choose({ a: { ...calm, readAt: now - hour }, b: ahead, c: calm }, { due: 1 }).sweep, ['b']);
  assert.equal(choose({ b: ahead, c: calm }), nothing);
});

test('an asset that must be read again does not wait for its turn, and is read in full', () => {
  assert.equal(choose({ a: { ...calm, readAt: 0 }, b: calm }), { ...nothing, sweep: ['a'], whole: ['a'] });
  assert.equal(choose({ a: { ...calm, readAt: 0 }, b: calm }, { kind: 'new' }), nothing);
});

test('an asset that is to be read in full waits for its turn', () => {
  const owed = { ...calm, readAt: now - hour, whole: true as const };
  assert.equal(choose({ a: owed, b: calm }), { ...nothing, whole: ['a'] });
  assert.equal(choose({ a: owed, b: calm }, { due: 1 }), { ...nothing, sweep: ['a'], whole: ['a'] });
});

test('an asset whose last statement lacks logs is read in full each time that it is its turn', () => {
  const lacking = { ...statement, lacksLogs: true as const };
  const stated = { ...calm, readAt: now - hour, stated: lacking };
  assert.equal(choose({ a: stated, b: calm }), { ...nothing, whole: ['a'] });
  assert.equal(choose({ a: stated, b: calm }, { due: 1 }), { ...nothing, sweep: ['a'], whole: ['a'] });
  const sent = { captureId: 'c', capturedAt: now };
  assert.equal(choose({ a: { ...calm, pending: { ...lacking, ...sent } } }).whole, ['a'], 'the one on its way');
  assert.equal(choose({ a: { ...stated, pending: { ...statement, ...sent } } }).whole, [], 'a later one has the logs');
});

test('an asset that logged something is read in full', () => {
  assert.equal(choose({ a: calm, b: calm }, { hinted: new Set(['b']) }), { ...nothing, sweep: ['b'], whole: ['b'] });
});

test('an asset that was not read for as long as a sweep takes is read, although a stop had delayed its turn', () => {
  const memories = { a: { ...calm, readAt: now - day }, b: { ...calm, readAt: now - day + 1 } };
  assert.equal(choose(memories), { ...nothing, sweep: ['a'] });
  assert.equal(choose({ a: { ...calm, readAt: now - day }, b: { ...calm, readAt: now - 2 * day } }).sweep, ['b', 'a']);
});

test('what one provider stated alone is read again at a later block', () => {
  const open = { ...calm, stated: { ...statement, alone: true, block: 100 } };
  assert.equal(choose({ a: open }), nothing);
  assert.equal(choose({ a: open }, { block: 101 }), { ...nothing, sweep: ['a'], confirm: ['a'] });
  assert.equal(choose({ a: { ...open, pending: onItsWay.pending } }, { block: 101 }), nothing);
});

test('a statement is repeated after seven days, of reported assets after one', () => {
  const stated = (at: number): AssetMemory => ({ ...calm, stated: { ...statement, at } });
  const old = stated(now - 7 * day - hour);
  assert.equal(choose({ a: old, b: stated(now - 7 * day), c: stated(now - 7 * day + 1) }).heartbeats, ['a', 'b']);
  assert.equal(choose({ a: calm }, {}, true).heartbeats, ['a']);
  assert.equal(choose({ a: { ...old, pending: onItsWay.pending } }).heartbeats, []);
});

test('statements that are due wait for others for an hour, or until they fill a request', () => {
  const due = { ...calm, stated: { ...statement, at: now - 7 * day } };
  assert.equal(choose({ a: due, b: due }).heartbeats, []);
  assert.equal(choose({ a: due, b: due }, { batch: 2 }).heartbeats, ['a', 'b']);
  assert.equal(choose({ a: { ...calm, stated: { ...statement, at: now - day + 1 } } }, {}, true).heartbeats, []);
  const three = { a: { ...due, stated: { ...statement, at: now - 7 * day - 1 } }, b: due, c: { ...due } };
  assert.equal(choose(three, { batch: 2 }).heartbeats, ['a', 'b'], 'no batch is begun');
  assert.equal(choose({ ...three, d: due }, { batch: 2, hinted: new Set(['b']) }).heartbeats, ['a', 'c']);
  const late = { ...due, stated: { ...statement, at: now - 7 * day - hour } };
  assert.equal(choose({ ...three, d: late }, { batch: 3 }).heartbeats, ['d', 'a', 'b'], 'who waited longest');
  const reported = { ...calm, stated: { ...statement, at: now - day } };
  assert.equal(choose({ a: reported }, {}, true).heartbeats, ['a'], 'within the day');
});

test('a round takes a thousand assets and five hundred heartbeats, the oldest first, and the next follows', () => {
  const many = (count: number, memory: (n: number) => AssetMemory) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, memory(n)]));
  const first = choose(many(1_001, () => never));
  assert.equal([first.sweep.length, first.isMore], [1_000, true]);
  assert.is(choose(many(1_000, () => never)).isMore, false);
  const beats = choose(
    many(501, (n) => ({ ...calm, stated: { ...statement, at: n } })),
    { batch: 501 },
  );
  assert.equal([beats.heartbeats.length, beats.heartbeats[0], beats.isMore], [500, 'a0', true]);
});

test('supplies differ from one percent of the earlier one on', () => {
  assert.is(suppliesDiffer('1000', '1009'), false);
  assert.is(suppliesDiffer('1000', '1010'), true);
  assert.is(suppliesDiffer('1000', '990'), true);
  assert.is(suppliesDiffer('0', '1'), true);
  assert.is(suppliesDiffer('0', '0'), false);
  assert.is(suppliesDiffer(null, '0'), true);
  assert.is(suppliesDiffer(null, null), false);
  assert.is(suppliesDiffer('10000000000000000000000000', '10000000000000000000000001'), false);
});

test('what is due beyond what one round takes is left due', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, calm]));
  const leftOf = (memories: Readonly<Record<string, AssetMemory>>, due: number): number =>
    chooseAssets({
      assets: Object.keys(memories).map((assetId) => ({ assetId, address: '', standard: '', isReported: false })),
      outlineOf: (assetId) => outlineOf(memories[assetId] ?? never),
      kind: 'step',
      plan,
      block: 100,
      now,
      due,
      hinted: new Set(),
      isFailing: () => false,
      longestUnread: day,
      batch: 200,
    }).leftDue;
  assert.is(leftOf(many(1_500), 1_400), 400);
  assert.is(leftOf({ ...many(1_500), new1: never, new2: never }, 1_000), 2);
  assert.is(leftOf(many(1_000), 1_000), 0);
  assert.is(leftOf({ a: calm }, 5), 0, 'there are no more');
});

/** The same choice from copies of all memories, sorted whole. */
function chooseByCopies(
  request: ChoiceRequest,
  memoryOf: (assetId: string) => AssetMemory,
): Omit<ReturnType<typeof chooseAssets>, 'leftDue'> {
  const { assets, kind, block, due, longestUnread, hinted, isFailing, batch } = request;
  const all = assets.map((asset) => ({ asset, ...memoryOf(asset.assetId) }));
  const fresh = all.filter((m) => m.stated === null && m.pending === null && !isFailing(m.asset.assetId));
  const open = all.filter((m) => m.stated?.alone === true && m.pending === null && m.stated.block < block);
  const again = all.filter((m) => m.readAt === 0 && (m.stated ?? m.pending) !== null);
  const logged = all.filter((m) => hinted.has(m.asset.assetId));
  const older = all.filter((m) => m.stated !== null && (m.pending ?? m.stated).plan !== plan);
  const isStep = kind === 'step';
  const first = new Set(isStep ? [...fresh, ...open, ...again, ...logged, ...older] : fresh);
  const rest = isStep ? all.filter((m) => !first.has(m)).sort((a, b) => a.readAt - b.readAt) : [];
  const late = rest.slice(due).filter(({ readAt }) => readAt > 0 && request.now - readAt >= longestUnread);
  const chosen = new Set([...first, ...rest.slice(0, due), ...late]);
  const waitedOf = (m: (typeof all)[number]): number =>
    m.stated === null || m.pending !== null
      ? -1
      : request.now - m.stated.at - (m.asset.isReported ? 23 * hour : 7 * day);
  const beats = isStep ? all.filter((m) => !chosen.has(m) && waitedOf(m) >= 0) : [];
  const isLate = beats.some((m) => waitedOf(m) >= hour);
  const count = beats.length >= batch ? beats.length - (beats.length % batch) : isLate ? beats.length : 0;
  const ids = (list: typeof all): ReadonlySet<string> => new Set(list.map(({ asset }) => asset.assetId));
  return {
    sweep: [...chosen].map(({ asset }) => asset),
    heartbeats: beats
      .sort((a, b) => waitedOf(b) - waitedOf(a))
      .slice(0, count)
      .map(({ asset }) => asset),
    confirm: isStep ? ids(open) : new Set(),
    whole: isStep ? ids([...again, ...logged, ...all.filter((m) => m.whole === true)]) : new Set(),
    isMore: false,
  };
}

const some = fc.constantFrom;
const statements = fc.record({
  facts: fc.constant('x'),
  supply: fc.constant(null),
  accounts: fc.constant([]),
  alone: fc.boolean(),
  plan: some(plan, plan, 'evm-0'),
  block: some(99, 100),
  at: fc.integer({ min: 0, max: 60 }).map((minutes) => now - 7 * day - minutes * 90_000 + hour / 4),
});
const memories = fc.record(
  {
    whole: fc.constant(true as const),
    readAt: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 20 }).map((n) => now - n * (day / 10)),
    ),
    stated: fc.option(statements),
    pending: fc.option(
      statements.map((one) => ({ ...one, captureId: 'c', capturedAt: now })),
      { freq: 1 },
    ),
  },
  { requiredKeys: ['readAt', 'stated', 'pending'] },
);

test('the choice is that of sorting copies of all memories', () => {
  const asset = fc.record({
    memory: memories,
    isReported: fc.boolean(),
    isHinted: fc.boolean(),
    isFailing: fc.boolean(),
  });
  const batch = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(fc.array(asset, { maxLength: 40 }), some('step', 'new'), fc.nat(45), batch, (all, kind, due, size) => {
      const of = (assetId: string) => all[Number(assetId)];
      const idsWhere = (is: (one: (typeof all)[number]) => boolean): ReadonlySet<string> =>
        new Set(all.flatMap((one, at) => (is(one) ? [String(at)] : [])));
      const memoryOf = (assetId: string): AssetMemory => of(assetId)?.memory ?? never;
      const request: ChoiceRequest = {
        assets: all.map(({ isReported }, at) => ({ assetId: String(at), address: '', standard: '', isReported })),
        outlineOf: (assetId) => outlineOf(memoryOf(assetId)),
        kind,
        due,
        now,
        plan,
        block: 100,
        batch: size,
        longestUnread: day,
        hinted: idsWhere(({ isHinted }) => isHinted),
        isFailing: (assetId) => of(assetId)?.isFailing === true,
      };
      const { leftDue: _, ...choice } = chooseAssets(request);
      assert.equal(choice, chooseByCopies(request, memoryOf));
    }),
    { numRuns: runsOf(300) },
  );
});

test.run();
