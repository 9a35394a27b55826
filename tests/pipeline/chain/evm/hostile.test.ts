import { keccak_256 } from '@noble/hashes/sha3.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { padded } from '../../../../pipeline/chain/evm/calls/abi.ts';
import type { AssetState } from '../../../../pipeline/chain/statement.ts';
import type { DeployedContract, TestChain } from '../../../support/chain/contracts.ts';
import { factOf } from '../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../support/chain/world.ts';

interface Context {
  world: World;
  deployed: Readonly<Record<string, DeployedContract>>;
  many: readonly string[];
}

const test = suite<Context>('contracts that are hostile or strange');

test.before(async (context) => {
  const deployed: Record<string, DeployedContract> = {};
  context.deployed = deployed;
  context.many = Array.from({ length: 300 }, (_, index) => `0x${(0x1000 + index).toString(16).padStart(40, '70')}`);
  context.world = await openWorld(async (chain) => {
    await deployAll(chain, deployed, context.many);
    const assets = Object.entries(deployed).filter(([name]) => !name.startsWith('-'));
    return Object.fromEntries(assets.map(([name, { address }]) => [name, address]));
  });
});

async function deployAll(
  chain: TestChain,
  deployed: Record<string, DeployedContract>,
  many: readonly string[],
): Promise<void> {
  const [a = '', b = ''] = chain.keys;
  deployed['burner'] = await chain.deploy('Burner');
  deployed['flooder'] = await chain.deploy('Flooder', 2_000_000n);
  deployed['wordy'] = await chain.deploy('Flooder', 20_000n);
  deployed['longName'] = await chain.deploy('LongName', 1_000_000n);
  deployed['ownedByBurner'] = await chain.deploy('Owned', deployed['burner'].address);
  deployed['innocent'] = await chain.deploy('OwnedToken', a);
  deployed['-safe'] = await chain.safe([a], 1);
  await ownItself(chain, deployed['-safe'].address);
  deployed['selfOwned'] = await chain.deploy('Owned', deployed['-safe'].address);
  // A asks B, and B asks A.
  const one = await chain.deploy('Owned', a);
  const two = await chain.deploy('Owned', one.address);
  await chain.send(one, 'setOwner', [two.address]);
  Object.assign(deployed, { '-one': one, '-two': two, cycle: await chain.deploy('Owned', one.address) });
  const self = await chain.deploy('Owned', a);
  await chain.send(self, 'setOwner', [self.address]);
  deployed['ownsItself'] = self;
  let owner = b;
  for (let depth = 7; depth >= 0; depth -= 1) {
    const next = await chain.deploy('Owned', owner);
    deployed[depth === 0 ? 'deep' : `-deep${depth}`] = next;
    owner = next.address;
  }
  const large = await chain.safe(many, 200);
  deployed['-large'] = large;
  deployed['manyOwners'] = await chain.deploy('Owned', large.address);
}

/** No transaction makes a Safe its own owner: its list of owners is written, which begins and ends with address 1. */
async function ownItself(chain: TestChain, safe: string): Promise<void> {
  const first = '1'.padStart(64, '0');
  const place = (key: string): string =>
    `0x${Buffer.from(keccak_256(Buffer.from(`${key}${'2'.padStart(64, '0')}`, 'hex'))).toString('hex')}`;
  await chain.anvil.rpc('anvil_setStorageAt', safe, place(first), `0x${padded(safe)}`);
  await chain.anvil.rpc('anvil_setStorageAt', safe, place(padded(safe)), `0x${first}`);
}

const controlOf = (state: AssetState | undefined, account: string | undefined): Readonly<Record<string, unknown>> =>
  factOf(state, 'control', account) as Readonly<Record<string, unknown>>;
const controllersIn = (state: AssetState | undefined): number =>
  (state?.facts ?? []).filter(({ field }) => field === 'control').length;

for (const asset of ['burner', 'flooder', 'longName', 'ownedByBurner']) {
  test(`${asset}: nothing is stated, and what is missing is named`, ({ world }) => {
    const state = world.stateOf(asset);
    assert.is(state?.reading, 'unreadable');
    assert.equal(state?.facts, []);
    assert.ok((state?.unread.length ?? 0) > 0);
  });
}

test('what is too long is no answer, and no reason to state nothing', ({ world }) => {
  const state = world.stateOf('wordy');
  assert.is(state?.reading, 'stated');
  assert.equal(factOf(state, 'token'), { name: null, symbol: null, decimals: null, standard: 'erc20', replaced: [] });
});

test('everyone beside them is read', ({ world }) => {
  const state = world.stateOf('innocent');
  assert.is(state?.reading, 'stated');
  assert.is(factOf(state, 'supply'), '5000000000000000000');
});

test('a contract that owns itself, and two that own each other, end the chain with a cycle', ({ world, deployed }) => {
  const self = world.stateOf('ownsItself');
  assert.is(controlOf(self, deployed['ownsItself']?.shown)['cut'], 'cycle');
  const cycle = world.stateOf('cycle');
  assert.is(controlOf(cycle, deployed['-one']?.shown)['cut'], null);
  assert.is(controlOf(cycle, deployed['-two']?.shown)['cut'], 'cycle');
  assert.is(controllersIn(cycle), 2);
});

test('a Safe that owns itself is a Safe with a cycle', ({ world, deployed }) => {
  const safe = deployed['-safe']?.shown ?? '';
  const control = controlOf(world.stateOf('selfOwned'), safe);
  assert.equal(
    [control['kind'], control['signers'], control['next'], control['cut']],
    ['safe', [safe], [safe], 'cycle'],
  );
});

test('a chain of seven is cut at the sixth', ({ world, deployed }) => {
  const state = world.stateOf('deep');
  assert.is(state?.reading, 'stated');
  assert.is(controllersIn(state), 6);
  assert.is(controlOf(state, deployed['-deep5']?.shown)['cut'], null);
  assert.is(controlOf(state, deployed['-deep6']?.shown)['cut'], 'depth');
});

test('a Safe of 300 owners is read whole, and its owners are followed up to 200 accounts', ({ world, deployed }) => {
  const state = world.stateOf('manyOwners');
  assert.is(state?.reading, 'stated', state?.unread.join(', '));
  const control = controlOf(state, deployed['-large']?.shown);
  assert.is((control['signers'] as readonly string[]).length, 300);
  assert.is(control['threshold'], 200);
  assert.is(control['cut'], 'size');
  assert.is(controllersIn(state), 200);
});

test('a node that lends no code, so that each account is asked by a request of its own, states the same', async ({
  world,
}) => {
  assert.equal(await world.statesAskedSingly(), world.states);
});

test('a replay of the cassette gives the same facts, byte for byte', ({ world }) => {
  assert.ok(world.replaysAlike());
});

test.run();
