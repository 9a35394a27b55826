/** What rounds look up of every asset is what was remembered last, whatever members a memory has. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lastStatement } from '../../../../../../pipeline/publishers/chain/rounds/assets/asset-memory.ts';
import {
  createAssetOutlines,
  outlineOf,
} from '../../../../../../pipeline/publishers/chain/rounds/assets/asset-outlines.ts';
import {
  type AssetMemory,
  nothing,
  type Statement,
} from '../../../../../../pipeline/publishers/chain/rounds/assets/asset-memory.ts';

const time = fc.oneof(fc.constant(0), fc.nat(), fc.integer({ min: 1.7e12, max: 4e12 }));
const flag = fc.constant(true as const);
const members = {
  facts: fc.string(),
  supply: fc.constant(null),
  plan: fc.constantFrom('evm-1', 'evm-2', 'solana-1'),
  at: time,
  block: time,
  alone: fc.boolean(),
  accounts: fc.array(
    fc.integer({ min: 0, max: 30 }).map((n) => `0x${n}`),
    { maxLength: 9 },
  ),
  hasRoles: flag,
  lacksLogs: flag,
};
const always = ['facts', 'supply', 'plan', 'at', 'block', 'alone', 'accounts'] as const;
const statement: fc.Arbitrary<Statement> = fc.record(members, { requiredKeys: [...always] });
const onItsWay = fc.record(
  { ...members, captureId: fc.string(), capturedAt: time },
  { requiredKeys: [...always, 'captureId', 'capturedAt'] },
);
const anyMemory: fc.Arbitrary<AssetMemory> = fc.record(
  { readAt: time, stated: fc.option(statement), pending: fc.option(onItsWay), unreadable: flag, whole: flag },
  { requiredKeys: ['readAt', 'stated', 'pending'] },
);
const puts = fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }).map(String), anyMemory), { maxLength: 300 });

test('the outline of an asset is that of its last memory, also beside many others', () => {
  fc.assert(
    fc.property(puts, (all) => {
      const outlines = createAssetOutlines();
      for (const [assetId, memory] of all) outlines.put(assetId, memory);
      const last = new Map(all);
      assert.equal([...outlines.ids()], [...last.keys()]);
      for (const [assetId, memory] of last) assert.equal(outlines.of(assetId), outlineOf(memory));
      assert.is(outlines.countRead(), [...last.values()].filter(({ readAt }) => readAt !== 0).length);
      const sought = new Set(['0x3', '0x7']);
      const mayName = outlines.mayName(sought);
      for (const [assetId, memory] of last) {
        const accounts = lastStatement(memory)?.accounts ?? [];
        assert.is(
          mayName(assetId),
          accounts.some((account) => sought.has(account)),
          assetId,
        );
      }
    }),
  );
});

test('an asset that was never put has the outline of nothing', () => {
  const outlines = createAssetOutlines();
  outlines.put('a', { readAt: 5, stated: null, pending: null, whole: true });
  assert.equal(outlines.of('b'), outlineOf(nothing));
  assert.not(outlines.mayName(new Set(['0x1']))('b'));
});

test('an outline has the accepted statement, and of the last one, which may be on its way, what is read next', () => {
  const accepted = {
    facts: 'x',
    supply: null,
    plan: 'evm-1',
    at: 7,
    block: 3,
    accounts: ['0xa'],
    alone: true,
  } as const;
  const next = {
    ...accepted,
    plan: 'evm-2',
    at: 9,
    block: 4,
    accounts: ['0xb'],
    alone: false,
    lacksLogs: true,
  } as const;
  const memory: AssetMemory = { readAt: 8, stated: accepted, pending: { ...next, captureId: 'c', capturedAt: 9 } };
  const { statedAt, block, alone, isPending, plan, lacksLogs, hasRoles } = outlineOf(memory);
  assert.equal(
    { statedAt, block, alone, isPending, plan, lacksLogs, hasRoles },
    { statedAt: 7, block: 3, alone: true, isPending: true, plan: 'evm-2', lacksLogs: true, hasRoles: false },
  );
  const outlines = createAssetOutlines();
  outlines.put('a', memory);
  assert.equal(
    ['0xa', '0xb'].map((account) => outlines.mayName(new Set([account]))('a')),
    [false, true],
  );
});

test.run();
