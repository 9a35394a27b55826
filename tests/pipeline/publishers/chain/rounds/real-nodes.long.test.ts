// rule: what a provider alone states differently is never stated, also tests/pipeline/publishers/chain/rounds/rounds.test.ts
// rule: a finalized block that changed stops the rounds, also tests/pipeline/publishers/chain/rounds/rounds.test.ts
// rule: a node with too many logs for one answer hides no change, also tests/pipeline/publishers/chain/rounds/providers/evm-hints.test.ts
/** Rounds against several real nodes: one that lies about its state, one that reorganises what was final. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Anvil, startOwnAnvil } from '../../../../support/chain/anvil.ts';
import { type DeployedContract, openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { NodeError, type TwistedNode, twistNode } from '../../../../support/chain/twisted-node.ts';
import { openRounds, type RoundsWorld } from './harness.ts';

interface Context {
  chain: TestChain;
  safe: DeployedContract;
  token: DeployedContract;
  /** The state of the first node, with another threshold in the one slot of the Safe that has it. */
  liar: Anvil;
  rounds: RoundsWorld;
  nodes: TwistedNode[];
}
const test = suite<Context>('rounds against real nodes that differ');

test.before(async (context) => {
  const chain = (context.chain = await openTestChain(await startOwnAnvil()));
  const [a = '', b = ''] = chain.keys;
  context.safe = await chain.safe([a, b], 2);
  context.token = await chain.deploy('OwnedToken', context.safe.address);
  await chain.finalize();
  context.liar = await startOwnAnvil();
  const dump = (await chain.anvil.rpc('anvil_dumpState', true)) as string;
  await context.liar.rpc('anvil_loadState', withThreshold(dump, context.safe.address, 1));
});
test.before.each(async (context) => {
  context.rounds = await openRounds(await context.chain.now());
  context.nodes = [];
});
test.after.each(async ({ rounds, nodes }) => {
  await rounds.close();
  await Promise.all(nodes.map(({ close }) => close()));
});

/** Value by slot. */
type Storage = Record<string, string>;
interface Dump {
  readonly accounts: Readonly<Record<string, { readonly storage: Storage }>>;
  readonly historical_states: readonly (readonly [
    hash: string,
    { readonly storage: Readonly<Record<string, Storage>> },
  ])[];
}
const thresholdSlot = 4;

/** The dumped state with another value in one slot; blocks, and so their hashes, stay. */
function withThreshold(dump: string, safe: string, threshold: number): string {
  const bytes = gunzipSync(Buffer.from(dump.slice(2), 'hex'));
  const state = JSON.parse(bytes.toString('utf8')) as Dump;
  const key = `0x${thresholdSlot.toString(16).padStart(64, '0')}`;
  let changed = 0;
  const change = (storage: Storage | undefined): void => {
    const name = Object.keys(storage ?? {}).find((one) => BigInt(one) === BigInt(key));
    if (storage === undefined || name === undefined || BigInt(storage[name] ?? 0) !== 2n) return;
    storage[name] = `0x${threshold.toString(16)}`;
    changed += 1;
  };
  change(state.accounts[safe]?.storage);
  for (const [, one] of state.historical_states) change(one.storage[safe]);
  assert.ok(changed > 1, 'the slot is in the dump, now and at past blocks');
  return `0x${gzipSync(JSON.stringify(state)).toString('hex')}`;
}

async function nodesOf(context: Context, anvils: readonly Anvil[]): Promise<readonly TwistedNode[]> {
  const made = await Promise.all(anvils.map(({ url }, index) => twistNode(url, ['own', 'b', 'c'][index] ?? '')));
  context.nodes.push(...made);
  return made;
}
const start = (context: Context, nodes: readonly TwistedNode[]) =>
  context.rounds.start(nodes.map(({ provider }) => provider));
const thresholds = async ({ rounds, safe }: Context): Promise<readonly unknown[]> =>
  (await rounds.values(1, 'control', safe.shown)).map((value) => (value as { threshold: number }).threshold);
const stateOf = ({ rounds }: Context, label: string) =>
  rounds.health()?.providers.find((provider) => provider.label === label);

test('two nodes, one slot apart, without proofs: nothing is stated, and both are named', async (context) => {
  const { chain, liar, rounds, token } = context;
  const nodes = await nodesOf(context, [chain.anvil, liar]);
  for (const node of nodes) {
    node.twist = ({ method }) => (method === 'eth_getProof' ? new NodeError(-32_601, 'no such method') : undefined);
  }
  await rounds.declare(token.address);
  await start(context, nodes);
  await rounds.reach('the dispute', () => rounds.health()?.problem === 'providers_disagree');
  await rounds.round();
  assert.equal(await rounds.observations(), []);
  assert.match(rounds.health()?.message ?? '', /own.*b.*differently|b and own/);
});

test('two nodes, one slot apart, with proofs: the liar is the one left out, and a quorum is missing', async (context) => {
  const { chain, liar, rounds, token } = context;
  await rounds.declare(token.address);
  await start(context, await nodesOf(context, [chain.anvil, liar]));
  await rounds.reach('the liar is left out', () => stateOf(context, 'b')?.state === 'left_out');
  await rounds.round();
  assert.equal([stateOf(context, 'own')?.state, rounds.health()?.problem], ['used', 'too_few_providers']);
  assert.equal(await rounds.observations(), []);
});

test('three nodes, one of them one slot apart: the others state, and the liar is named', async (context) => {
  const { chain, liar, rounds, token } = context;
  await rounds.declare(token.address);
  await start(context, await nodesOf(context, [liar, chain.anvil, chain.anvil]));
  await rounds.reach('stated', async () => (await rounds.values(1, 'chain_reading')).includes('stated'));
  assert.equal(await thresholds(context), [2]);
  assert.is(stateOf(context, 'own')?.state, 'left_out');
  assert.match(
    stateOf(context, 'own')?.message ?? '',
    /provider own (contradicts|gives proofs)|contradicts provider own/,
  );
});

/** Emits as many logs of a topic as it is asked for: `(count, topic)`. */
const emitter = '0x5f355b80156015576020355f5fa1600190036002565b00';
/** ChangedThreshold of a Safe. */
const thresholdTopic = '610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93';

test('10,001 logs in a block hide no change: the node refuses, and smaller questions are asked', async (context) => {
  const { chain, rounds, safe, token } = context;
  const nodes = await nodesOf(context, [chain.anvil, chain.anvil]);
  let refusals = 0;
  for (const node of nodes) {
    node.twist = ({ method }, result) => {
      if (method !== 'eth_getLogs' || (result as readonly unknown[]).length <= 10_000) return undefined;
      refusals += 1;
      return new NodeError(-32_005, 'query returned more than 10000 results');
    };
  }
  const noisy = `0x${'e7'.repeat(20)}`;
  await chain.anvil.rpc('anvil_setCode', noisy, emitter);
  await rounds.declare(token.address);
  await rounds.start(
    nodes.map(({ provider }) => provider),
    { sweepMs: 24 * 60 * 60 * 1000 },
  );
  await rounds.reach('stated', async () => (await rounds.values(1, 'chain_reading')).includes('stated'));
  await rounds.round();
  const [from = ''] = chain.keys;
  const data = `0x${(10_001).toString(16).padStart(64, '0')}${thresholdTopic}`;
  // Without its receipt, which has all logs.
  await chain.anvil.rpc('eth_sendTransaction', { from, to: noisy, data, gas: '0x1c9c380' });
  await setThreshold(chain, safe, 1);
  await chain.finalize();
  await rounds.reach('the threshold', async () => (await thresholds(context)).length === 2);
  assert.equal(await thresholds(context), [2, 1]);
  assert.ok(refusals > 0, 'the node had too many logs for one answer');
  await setThreshold(chain, safe, 2);
  await chain.finalize();
});

async function setThreshold(chain: TestChain, safe: DeployedContract, threshold: number): Promise<void> {
  await chain.anvil.rpc('anvil_impersonateAccount', safe.address);
  await chain.anvil.rpc('anvil_setBalance', safe.address, '0xde0b6b3a7640000');
  await chain.send(safe, 'changeThreshold', [BigInt(threshold)], safe.address);
}

test('a chain that reorganises behind its final block stops the rounds, and states nothing of it', async (context) => {
  const { chain, rounds, safe, token } = context;
  await rounds.declare(token.address);
  await start(context, await nodesOf(context, [chain.anvil, chain.anvil]));
  await rounds.reach('stated', async () => (await rounds.values(1, 'chain_reading')).includes('stated'));
  const last = rounds.health()?.block?.number ?? 0;
  const before = await rounds.observations();
  const head = Number(await chain.anvil.rpc('eth_blockNumber'));
  // From the block below the last one that was read, with other transactions.
  await chain.anvil.rpc('anvil_reorg', head - last + 1, [
    [{ from: chain.keys[3], to: chain.keys[4], value: '0x1' }, 0],
  ]);
  await setThreshold(chain, safe, 1);
  await chain.finalize();
  await rounds.reach('the stop', () => rounds.health()?.problem === 'finalized_block_changed');
  await rounds.round();
  assert.equal(await rounds.observations(), before);
  assert.match(rounds.health()?.message ?? '', new RegExp(`block ${last} was final with the hash 0x`));
});

test.run();
