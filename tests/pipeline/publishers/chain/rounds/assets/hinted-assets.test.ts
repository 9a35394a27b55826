/** Which assets the logs of a chain hint at. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChainFamily } from '../../../../../../pipeline/publishers/chain/rounds/providers/chain-family.ts';
import { observedChains } from '../../../../../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import { createAssetOutlines } from '../../../../../../pipeline/publishers/chain/rounds/assets/asset-outlines.ts';
import { hintedAssets } from '../../../../../../pipeline/publishers/chain/rounds/assets/hinted-assets.ts';
import { createProviderSet } from '../../../../../../pipeline/publishers/chain/rounds/providers/provider-set.ts';
import { nothing, type Statement } from '../../../../../../pipeline/publishers/chain/rounds/assets/asset-memory.ts';
import type { RoundState } from '../../../../../../pipeline/publishers/chain/rounds/assets/round-state.ts';

const block = { number: 100, hash: '0x64', timestamp: 1_000 };
const statement: Statement = {
  facts: 'x',
  supply: null,
  plan: 'evm-1',
  at: 0,
  block: 90,
  accounts: ['0xsafe', '0xkey'],
  alone: false,
};
const memories = new Map([
  ['owned', { ...nothing, stated: statement }],
  ['on its way', { ...nothing, pending: { ...statement, accounts: ['0xnew'], captureId: 'c', capturedAt: 0 } }],
  ['roles', { ...nothing, stated: { ...statement, accounts: [], hasRoles: true as const } }],
]);
const assets = [...memories.keys(), 'never read'].map((assetId, index) => ({
  assetId,
  address: `0xtoken${index}`,
  standard: 'erc20',
  isReported: false,
}));
const outlines = createAssetOutlines();
for (const [assetId, memory] of memories) outlines.put(assetId, memory);
const stateAt = (hintedUpTo: number | null): RoundState => ({
  partition: 0,
  tip: () => null,
  stopped: () => null,
  pending: () => new Map(),
  commit: async () => undefined,
  hintedUpTo: () => hintedUpTo,
  outlines,
  asset: (assetId) => memories.get(assetId) ?? nothing,
});

/** The accounts with logs according to each provider in turn; null: it cannot list them. */
async function hinted(answers: readonly (readonly string[] | null)[], before: number | null = 99, own = assets) {
  const evm = observedChains.get('ethereum')?.family;
  if (evm === undefined) throw new Error('no Ethereum');
  const watched: (readonly string[])[] = [];
  let at = 0;
  const hints: ChainFamily['hints'] = async (_, request) => {
    const answer = answers[at++];
    if (answer === undefined || answer === null) watched.push([...request.watched()].sort());
    return answer === undefined || answer === null ? null : new Set(answer);
  };
  const nodes = answers.map((_, index) => ({
    label: String(index),
    send: async () => ({ kind: 'answers' as const, answers: [] }),
  }));
  const providers = createProviderSet(nodes, () => 0).asked();
  const request = { family: { ...evm, hints }, state: stateAt(before), assets: own, block, providers };
  const { assetIds, upTo } = await hintedAssets(request, new AbortController().signal);
  return { assetIds: [...assetIds], upTo, watched, asked: at };
}

test('an asset is hinted at by its contract and by the accounts of its newest statement', async () => {
  const none = { upTo: 100, watched: [], asked: 1 };
  assert.equal(await hinted([['0xtoken3', '0xother']]), { ...none, assetIds: ['never read'] });
  assert.equal(await hinted([['0xsafe', '0xkey', '0xnew']]), { ...none, assetIds: ['owned', 'on its way'] });
  assert.equal(await hinted([['0xother']]), { ...none, assetIds: [] });
  assert.equal(await hinted([[]]), { ...none, assetIds: [] });
});

test('another provider is asked about the same accounts if one cannot answer', async () => {
  const { assetIds, watched } = await hinted([null, ['0xtoken0']]);
  assert.equal(assetIds, ['owned']);
  assert.equal(watched, [['0xkey', '0xnew', '0xsafe', '0xtoken0', '0xtoken1', '0xtoken2', '0xtoken3']]);
});

test('after a gap, what follows from logs is read, and a block that was asked for is not asked for again', async () => {
  assert.equal((await hinted([null])).assetIds, ['roles']);
  assert.equal(await hinted([[]], null), { assetIds: ['roles'], upTo: 100, watched: [], asked: 0 });
  assert.equal(await hinted([['0xtoken0']], 100), { assetIds: [], upTo: null, watched: [], asked: 0 });
  assert.equal(await hinted([['0xtoken0']], 99, []), { assetIds: [], upTo: 100, watched: [], asked: 0 });
});

test.run();
