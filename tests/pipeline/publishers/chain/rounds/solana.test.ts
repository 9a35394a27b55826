/** Rounds of Solana, against the JSON-RPC face of nodes at slots of their own. */
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { squadsProgram } from '../../../../../pipeline/chain/solana/keys.ts';
import { mintAccount, splMultisig, squadsMultisig, walletKey } from '../../../../support/chain/solana-accounts.ts';
import { type SolanaNode, startSolanaNode } from '../../../../support/chain/solana-node.ts';
import { openRounds, type RoundsWorld } from './harness.ts';

interface Context {
  rounds: RoundsWorld;
  nodes: readonly [SolanaNode, SolanaNode];
}
const test = suite<Context>('rounds of Solana');

const mint = walletKey('mint');
const [a, b, c] = [walletKey('a'), walletKey('b'), walletKey('c')];
const seldom = { chain: 'solana', sweepMs: 24 * 60 * 60 * 1000 };
const solana = { chain: 'solana' };

test.before.each(async (context) => {
  context.nodes = await Promise.all([startSolanaNode(), startSolanaNode()]);
  // The second is two slots ahead, within the same second.
  context.nodes[1].slot += 2;
  context.rounds = await openRounds(context.nodes[0].time * 1000);
});
test.after.each(async ({ rounds }) => rounds.close());

const onBoth = ({ nodes }: Context, change: (node: SolanaNode) => void): void => nodes.forEach(change);
const providers = ({ nodes }: Context) => nodes.map((node, index) => node.provider(['own', 'b'][index]));
/** New slots on both nodes: finality goes on. */
const goOn = (context: Context): void =>
  onBoth(context, (node) => {
    node.slot += 150;
    node.time += 60;
  });
const holders = async ({ rounds }: Context): Promise<readonly unknown[]> =>
  (await rounds.values(1, 'authority', 'mint_authority')).map(
    (value) => (value as { address: string } | null)?.address,
  );

test('a mint is stated by a quorum at slots of their own, and a new holder within a step', async (context) => {
  const { rounds } = context;
  onBoth(context, ({ accounts }) => accounts.set(mint, mintAccount({ mintAuthority: a, freezeAuthority: b })));
  await rounds.declare(mint);
  await rounds.start(providers(context), solana);
  await rounds.reach('stated', async () => (await holders(context)).length === 1);
  await rounds.round();
  const multisig = walletKey('multisig');
  goOn(context);
  onBoth(context, ({ accounts }) => {
    accounts.set(multisig, splMultisig(2, [a, b, c]));
    accounts.set(mint, mintAccount({ mintAuthority: multisig, freezeAuthority: b }));
  });
  await rounds.reach('the new holder', async () => (await holders(context)).length === 2);
  assert.equal(await holders(context), [a, multisig]);
  const [, now] = (await rounds.values(1, 'authority', 'mint_authority')) as readonly { threshold: number }[];
  assert.is(now?.threshold, 2);
  assert.ok((await rounds.observations()).every(({ quorum, extractor }) => quorum === 2 && extractor === 'solana-1'));
  const { problem, unstated, assets, block } = rounds.health() ?? failing();
  assert.equal([problem, unstated, assets, block?.number], [null, 0, 1, context.nodes[0].slot]);
  assert.is((await rounds.world.values('feed.captures')).length, 2, 'what does not differ is not stated');
});

test('supplies of two slots do not contradict each other; another holder does', async (context) => {
  const { rounds, nodes } = context;
  const [own, other] = nodes;
  own.accounts.set(mint, mintAccount({ mintAuthority: a, supply: 1_000n }));
  other.accounts.set(mint, mintAccount({ mintAuthority: a, supply: 1_001n }));
  await rounds.declare(mint);
  await rounds.start(providers(context), solana);
  await rounds.reach('stated', async () => (await holders(context)).length === 1);
  assert.equal(await rounds.values(1, 'supply'), ['1000']);
  other.accounts.set(mint, mintAccount({ mintAuthority: b, supply: 1_001n }));
  await rounds.reach('the dispute', () => rounds.health()?.problem === 'providers_disagree');
  assert.equal(await holders(context), [a]);
});

test('a vault that one provider has lost the transactions of is stated by both, from the multisig that derives it', async (context) => {
  const { rounds, nodes } = context;
  const squads = squadsMultisig({ threshold: 2, members: [a, b, c].map((key) => [key, 7] as const) });
  onBoth(context, ({ accounts }) => {
    accounts.set(mint, mintAccount({ mintAuthority: squads.vault }));
    accounts.set(squads.address, squads.account);
  });
  const [own, pruned] = nodes;
  own.signatures.set(squads.vault, [{ signature: 's1', err: null }]);
  own.transactions.set('s1', {
    transaction: { message: { accountKeys: [a, squads.address, squads.vault, squadsProgram] } },
    meta: { err: null, loadedAddresses: { writable: [], readonly: [] } },
  });
  await rounds.declare(mint);
  await rounds.start(providers(context), solana);
  await rounds.reach('stated', async () => (await rounds.values(1, 'control', squads.vault)).length === 1);
  const [control] = (await rounds.values(1, 'control', squads.vault)) as readonly Readonly<Record<string, unknown>>[];
  assert.equal([control?.['kind'], control?.['threshold'], control?.['delegate']], ['squads', 2, squads.address]);
  // From now on no transactions are needed, and the sweeps search none.
  own.signatures.clear();
  for (const node of nodes) node.asked.clear();
  goOn(context);
  const changed = squadsMultisig({ threshold: 1, members: [a, b, c].map((key) => [key, 7] as const) });
  onBoth(context, ({ accounts }) => accounts.set(squads.address, changed.account));
  await rounds.reach('the threshold', async () => (await rounds.values(1, 'control', squads.vault)).length === 2);
  for (const node of [own, pruned]) assert.not.ok(node.asked.has('getSignaturesForAddress'));
  const captures = await rounds.world.values('feed.captures');
  const sha256 = captures.at(-1)?.artifacts[0]?.sha256 ?? '';
  const [header = ''] = gunzipSync(await rounds.artifacts.get(sha256))
    .toString('utf8')
    .split('\n');
  assert.equal((JSON.parse(header) as { vaults: unknown }).vaults, [[squads.vault, squads.address]]);
});

test('one provider alone: what it changed is stated again at a later slot, and nothing else is', async (context) => {
  const { rounds } = context;
  onBoth(context, ({ accounts }) => accounts.set(mint, mintAccount({ mintAuthority: a })));
  await rounds.declare(mint);
  await rounds.start(providers(context).slice(0, 1), solana);
  await rounds.reach('stated', async () => (await holders(context)).length === 1);
  goOn(context);
  onBoth(context, ({ accounts }) => accounts.set(mint, mintAccount({ mintAuthority: b })));
  await rounds.reach('the change', async () => (await holders(context)).length === 2);
  await rounds.round();
  assert.equal(await holders(context), [a, b], 'the same slot confirms nothing');
  goOn(context);
  await rounds.reach('confirmed', async () => (await holders(context)).length === 3);
  assert.equal(await holders(context), [a, b, b]);
});

test('a node of another network, and one that is far behind, are not used', async (context) => {
  const { rounds, nodes } = context;
  const [own, other] = nodes;
  onBoth(context, ({ accounts }) => accounts.set(mint, mintAccount({ mintAuthority: a })));
  other.genesis = walletKey('genesis');
  await rounds.declare(mint);
  await rounds.start(providers(context), { ...seldom, quorum: 1 });
  await rounds.reach('stated', async () => (await holders(context)).length === 1);
  const states = (): readonly string[] => (rounds.health()?.providers ?? []).map(({ state }) => state);
  assert.equal(states(), ['used', 'wrong_chain']);
  other.genesis = own.genesis;
  own.time += 600;
  own.slot += 1_500;
  await rounds.reach('lagging', () => states()[1] === 'lagging');
  assert.is(rounds.health()?.problem, null);
});

test('an account that a node does not answer for is never given up: the mint is unreadable', async (context) => {
  const { rounds } = context;
  onBoth(context, ({ accounts }) => accounts.set(mint, mintAccount({ mintAuthority: a })));
  await rounds.declare(mint);
  await rounds.start(providers(context), solana);
  await rounds.reach('stated', async () => (await holders(context)).length === 1);
  onBoth(context, (node) => {
    node.spoil = (method) =>
      method === 'getMultipleAccounts' ? { error: { code: -32_603, message: 'Internal error' } } : undefined;
  });
  await rounds.reach('unreadable', () => (rounds.health()?.lastRound?.unreadable ?? 0) === 1);
  await rounds.round();
  assert.equal(await holders(context), [a]);
  assert.equal(await rounds.values(1, 'chain_reading'), ['stated']);
});

const failing = (): never => {
  throw new Error('no health');
};

test.run();
