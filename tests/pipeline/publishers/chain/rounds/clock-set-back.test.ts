/** A clock that is set back by days delays nothing by days. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRefusalNotes } from '../../../../../infra/rpc/node-words.ts';
import { createProviderSet } from '../../../../../pipeline/publishers/chain/rounds/providers/provider-set.ts';
import { createAssetOutlines } from '../../../../../pipeline/publishers/chain/rounds/assets/asset-outlines.ts';
import type { AssetMemory } from '../../../../../pipeline/publishers/chain/rounds/assets/asset-memory.ts';
import type { RoundState } from '../../../../../pipeline/publishers/chain/rounds/assets/round-state.ts';
import { settlePending } from '../../../../../pipeline/publishers/chain/rounds/settle-pending.ts';
import { createUnreadableAssets } from '../../../../../pipeline/publishers/chain/rounds/assets/unreadable.ts';
import { openWorld } from '../../../runtime/harness.ts';

const [minute, day] = [60_000, 24 * 60 * 60_000];
const now = 100 * day;
const asset = { assetId: 'a', address: '0x', standard: 'erc20', isReported: false };

test('an asset that cannot be read is answered as unreadable after three more steps', () => {
  const { failed, isFailing } = createUnreadableAssets(minute);
  failed(['a'], now);
  failed(['a'], now - 3 * day);
  assert.not(isFailing('a'));
  failed(['a'], now - 3 * day + minute);
  assert.ok(isFailing('a'));
});

test('an asset that was not read yet is answered as unreadable ten minutes after the clock was set back', () => {
  const { overdue } = createUnreadableAssets(minute);
  const isOverdue = (at: number): boolean => overdue([asset], at).length > 0;
  assert.equal([now, now - 3 * day].map(isOverdue), [false, false]);
  assert.equal(
    [9, 10].map((minutes) => isOverdue(now - 3 * day + minutes * minute)),
    [false, true],
  );
});

test('an asset that cannot be read for a day is reported a day after the clock was set back', () => {
  const { failed, reported } = createUnreadableAssets(minute);
  const from = now - 3 * day;
  for (const at of [now, from, from + minute, from + day]) failed(['a'], at);
  assert.equal(
    [from + day - 1, from + day].map((at) => reported(at).length),
    [0, 1],
  );
});

test('what a provider can do is tried again, and its words are noted', () => {
  let at = now;
  const clock = (): number => at;
  const send = async () => ({ kind: 'answers', answers: [] }) as const;
  const [provider] = createProviderSet([{ label: 'own', send }], clock).asked();
  provider?.can(null);
  assert.is(provider?.isUntried(), false);
  const noted: number[] = [];
  const note = createRefusalNotes({ provider: 'own', clock, onRefusal: ({ code }) => void noted.push(code) });
  note(1, 'busy', () => 'busy');
  at -= 3 * day;
  assert.is(provider?.isUntried(), true);
  note(2, 'busy', () => 'busy');
  assert.equal(noted, [1, 2]);
});

test('a statement without a run is made again', async () => {
  const statement = { facts: 'x', supply: null, plan: 'evm-1', at: 0, block: 1, accounts: [], alone: false };
  const memory: AssetMemory = { readAt: now, stated: null, pending: { ...statement, captureId: 'c', capturedAt: now } };
  const settled = async (at: number): Promise<AssetMemory | undefined> => {
    const world = await openWorld(1, { clock: () => at });
    let committed: ReadonlyMap<string, AssetMemory> = new Map();
    const state: RoundState = {
      partition: 0,
      tip: () => null,
      stopped: () => null,
      hintedUpTo: () => null,
      outlines: createAssetOutlines(),
      asset: () => memory,
      pending: () => new Map([['c', new Set(['a'])]]),
      commit: async ({ assets = new Map<string, AssetMemory>() }) => {
        committed = assets;
      },
    };
    await settlePending(world.deps, state, 'chain-ethereum', { next: 0 });
    await world.close();
    return committed.get('a');
  };
  assert.is(await settled(now - minute), undefined);
  assert.equal(await settled(now - 3 * day), { readAt: 0, stated: null, pending: null });
});

test.run();
