import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeCassette } from '../../../../pipeline/chain/decode-cassette.ts';
import { token2022Program, tokenProgram } from '../../../../pipeline/chain/solana/keys.ts';
import { solanaPlan, solanaPlanVersion } from '../../../../pipeline/chain/solana/plan.ts';
import { readLive } from '../../../../pipeline/publishers/chain/read-live.ts';
import { factOf } from '../../../support/chain/read-state.ts';
import { blockOf, readMints, solana } from '../../../support/chain/read-solana.ts';
import { requestsForMints } from './requests-for-mints.ts';
import {
  bytesOfKey,
  mintAccount,
  ownMetadata,
  splMultisig,
  squadsMultisig,
  upgradeableProgram,
  walletKey,
} from '../../../support/chain/solana-accounts.ts';
import {
  accountJson,
  clockAccount,
  type FaceAccount,
  type SolanaFace,
  type SolanaNode,
  startSolanaNode,
} from '../../../support/chain/solana-node.ts';

const mint = walletKey('mint');
const a = walletKey('a');

async function nodeWith(account: FaceAccount): Promise<SolanaNode> {
  const node = await startSolanaNode();
  node.accounts.set(mint, account);
  return node;
}

type Spoil = SolanaFace['spoil'];
type Values = (values: readonly unknown[], params: readonly unknown[]) => readonly unknown[];

/** Changes the accounts of every answer, or of the first `times`. */
const spoiled =
  (change: Values, times = Number.POSITIVE_INFINITY): Spoil =>
  (method, params, answer, count) => {
    if (method !== 'getMultipleAccounts' || count >= times || !('result' in answer)) return undefined;
    const { context, value } = answer.result as { readonly context: unknown; readonly value: readonly unknown[] };
    return { result: { context, value: change(value, params) } };
  };

const clock = (slot: number): unknown => accountJson(clockAccount(slot, 1_785_000_000));
const otherClock: Values = (values) => [clock(437_047_332), ...values.slice(1)];

const asked = (node: SolanaNode): number => node.asked.get('getMultipleAccounts') ?? 0;

test('an answer between two slots is asked for again, and a whole one is taken', async () => {
  const node = await nodeWith(mintAccount({}));
  node.spoil = spoiled(otherClock, 3);
  const [state] = await readMints(node, [mint]);
  assert.is(state?.reading, 'stated');
  // Three halves of an answer, the whole one, and the account of the metadata.
  assert.is(asked(node), 5);
});

test('a node that never gives one slot leaves the mint unreadable, and halves before', async () => {
  const node = await nodeWith(mintAccount({}));
  node.spoil = spoiled(otherClock);
  const [state] = await readMints(node, [mint]);
  assert.equal([state?.reading, state?.unread, asked(node)], ['unreadable', [`${mint} account`], 4]);
});

test('a key that makes each answer of its neighbours differ costs only itself', async () => {
  const mints = Array.from({ length: 20 }, (_, index) => walletKey(`mint ${index}`));
  const node = await startSolanaNode();
  for (const one of mints) node.accounts.set(one, mintAccount({ extensions: ownMetadata(one, null) }));
  const [bad = ''] = mints.slice(7);
  node.spoil = spoiled((values, params) => (String(params[0]).includes(bad) ? otherClock(values, params) : values));
  const states = await readMints(node, mints);
  assert.equal(
    states.filter(({ reading }) => reading !== 'stated').map(({ address, reading }) => [address, reading]),
    [[bad, 'unreadable']],
  );
});

const wrongSlots: readonly (readonly [name: string, slot: (now: number) => number])[] = [
  ['before the block', (now) => now - 1],
  ['an hour after the block', (now) => now + 9_001],
];
for (const [name, slotOf] of wrongSlots) {
  test(`accounts of a slot ${name} are not read, whatever slot the answer names`, async () => {
    const node = await nodeWith(mintAccount({}));
    node.spoil = spoiled((values) => {
      const wrong = clock(slotOf(node.slot));
      return [wrong, ...values.slice(1, -1), wrong];
    });
    const [state] = await readMints(node, [mint]);
    assert.is(state?.reading, 'unreadable');
  });
}

test('a node that has not reached the slot of the block is asked once', async () => {
  const node = await nodeWith(mintAccount({}));
  const block = blockOf({ slot: node.slot + 10, time: node.time });
  const [state] = await readMints(node, [mint], block);
  assert.equal([state?.reading, asked(node)], ['unreadable', 1]);
});

const unusable: readonly (readonly [name: string, spoil: Spoil])[] = [
  ['one account too few', spoiled((values) => values.slice(1))],
  ['no clock', spoiled((values) => [null, ...values.slice(1, -1), null])],
  ['a clock of another owner', spoiled((values) => values.map((one) => ({ ...(one as object), owner: tokenProgram })))],
  [
    'an error',
    (method) => (method === 'getMultipleAccounts' ? { error: { code: -32_000, message: 'no' } } : undefined),
  ],
  ['null', (method) => (method === 'getMultipleAccounts' ? { result: null } : undefined)],
];
for (const [name, spoil] of unusable) {
  test(`an answer with ${name} states nothing`, async () => {
    const node = await nodeWith(mintAccount({}));
    node.spoil = spoil;
    const [state] = await readMints(node, [mint]);
    assert.equal([state?.reading, state?.unread], ['unreadable', [`${mint} account`]]);
  });
}

const members: readonly (readonly [name: string, member: Readonly<Record<string, unknown>>])[] = [
  ['cut bytes', { data: [mintAccount({}).data.subarray(0, 80).toString('base64'), 'base64'] }],
  ['another encoding', { data: ['abc', 'base58'] }],
  ['base64 with other characters', { data: ['AA*A', 'base64'] }],
  ['parsed data', { data: { parsed: {} } }],
  ['no owner', { owner: 7 }],
];
for (const [name, member] of members) {
  test(`an account with ${name} is not read`, async () => {
    const node = await nodeWith(mintAccount({}));
    node.spoil = spoiled(([first, one, ...rest]) => [first, { ...(one as object), ...member }, ...rest]);
    const [state] = await readMints(node, [mint]);
    assert.is(state?.reading, 'unreadable');
  });
}

const base = mintAccount({});
const extended = mintAccount({ extensions: [[12, bytesOfKey(a)]] });
const tagged = Buffer.from(base.data);
tagged.writeUInt32LE(2, 0);
const fresh = Buffer.from(base.data);
fresh.writeUInt8(0, 45);
const tokenAccount = Buffer.from(extended.data);
tokenAccount.writeUInt8(2, 165);

const others: readonly (readonly [name: string, account: FaceAccount | null, reading: string])[] = [
  ['no account', null, 'no_contract'],
  ['an account of another owner', { owner: a, data: base.data }, 'no_contract'],
  ['a token account', { owner: tokenProgram, data: Buffer.alloc(165) }, 'no_contract'],
  ['a token account with extensions', { owner: token2022Program, data: tokenAccount }, 'no_contract'],
  ['a multisig', splMultisig(1, [a]), 'no_contract'],
  ['a mint that was not set up', { owner: tokenProgram, data: fresh }, 'no_contract'],
  ['80 bytes of SPL Token', { owner: tokenProgram, data: base.data.subarray(0, 80) }, 'unreadable'],
  ['extensions of SPL Token', { owner: tokenProgram, data: extended.data }, 'unreadable'],
  ['a cut extension', { owner: token2022Program, data: extended.data.subarray(0, 180) }, 'unreadable'],
  ['an option that does not exist', { owner: tokenProgram, data: tagged }, 'unreadable'],
  ['a short extension', mintAccount({ extensions: [[12, Buffer.alloc(31)]] }), 'unreadable'],
];
for (const [name, account, reading] of others) {
  test(`${name} at the address: ${reading}`, async () => {
    const node = await startSolanaNode();
    if (account !== null) node.accounts.set(mint, account);
    const [state] = await readMints(node, [mint]);
    assert.is(state?.reading, reading);
    assert.equal(state?.facts, []);
  });
}

test('an authority that was given up leaves the bytes of its last key behind', async () => {
  const account = mintAccount({ mintAuthority: a });
  account.data.writeUInt32LE(0, 0);
  const [state] = await readMints(await nodeWith(account), [mint]);
  assert.is(factOf(state, 'authority', 'mint_authority'), null);
});

test('code that a node does not give leaves the mint unreadable', async () => {
  const [hook, code] = [walletKey('hook'), walletKey('code')];
  const node = await nodeWith(mintAccount({ extensions: [[14, Buffer.concat([bytesOfKey(null), bytesOfKey(hook)])]] }));
  const { program, code: data } = upgradeableProgram(code, a);
  node.accounts.set(hook, program).set(code, { ...data, owner: tokenProgram });
  const [state] = await readMints(node, [mint]);
  assert.equal(state?.unread, [`${hook} program data`]);
});

for (const { name, count, inside, elsewhere } of [
  { name: 'a full request of mints', count: 98, inside: 1, elsewhere: 3 },
  { name: 'one mint more', count: 99, inside: 2, elsewhere: 6 },
]) {
  test(`${name}: with their metadata inside, in one body`, async () => {
    assert.equal(await requestsForMints(count, 'inside'), [inside, 1]);
  });

  test(`${name}: with authorities of their own and metadata elsewhere, in 3 bodies`, async () => {
    assert.equal(await requestsForMints(count, 'elsewhere'), [elsewhere, 3]);
  });
}

test('a vault of many mints is read once', async () => {
  const squads = squadsMultisig({ threshold: 1, members: [[a, 7]] });
  const mints = Array.from({ length: 30 }, (_, index) => walletKey(`mint ${index}`));
  const node = await startSolanaNode();
  for (const one of mints) {
    node.accounts.set(one, mintAccount({ extensions: ownMetadata(one, null), mintAuthority: squads.vault }));
  }
  node.accounts.set(squads.address, squads.account);
  await readMints(node, mints);
  assert.is(node.asked.get('getSignaturesForAddress'), 1);
});

test('providers at different slots agree on everything but the supply, and the first one states it', async () => {
  const assets = [{ assetId: `${solana}/token:${mint}`, address: mint, standard: 'token' }];
  const node = await nodeWith(mintAccount({ mintAuthority: a, supply: 5n }));
  const block = blockOf(node);
  const read = async (label: string) => {
    const live = await readLive(solanaPlan(solana, block, assets), node.provider(label));
    if (!('ok' in live)) throw new Error(live.message);
    return live.exchanges;
  };
  const decoded = async (later: FaceAccount) => {
    node.accounts.set(mint, mintAccount({ mintAuthority: a, supply: 5n }));
    const first = await read('own');
    node.slot += 3;
    node.accounts.set(mint, later);
    const exchanges = [...first, ...(await read('b'))];
    const header = { cassette: 1, chain: solana, plan: solanaPlanVersion, block, assets } as const;
    return decodeCassette({ header: { ...header, providers: ['own', 'b'], quorum: 2, swept: 1 }, exchanges });
  };
  const alike = await decoded(mintAccount({ mintAuthority: a, supply: 6n }));
  if (!alike.ok) throw new Error(alike.reason);
  assert.is(alike.agreed, 2);
  assert.is(factOf(alike.states[0], 'supply'), '5');
  const other = await decoded(mintAccount({ mintAuthority: walletKey('b'), supply: 5n }));
  assert.not.ok(other.ok);
});

test.run();
