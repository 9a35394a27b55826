import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { type DeployedContract, encodeCall, type TestChain } from '../../../../support/chain/contracts.ts';
import { factOf, holdersIn } from '../../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../../support/chain/world.ts';

interface Context {
  world: World;
}

const test = suite<Context>('tokens that any account can take');

const bytes = (hex: string): Buffer => Buffer.from(hex.replace(/^0x/, ''), 'hex');
const implementationSlot = bytes('360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc');
const cloneOf = (address: string): string => `0x363d3d373d3d3d363d73${address.slice(2)}5af43d82803e903d91602b57fd5bf3`;

/** Name of the contract, and the call that makes it ready. */
const made: Readonly<Record<string, readonly [method: string, values: (owner: string) => readonly unknown[]]>> = {
  Ready5: ['makeReady', (owner) => [owner, 'Unit']],
  Ready4: ['makeReady', (owner) => [owner, 'Unit']],
  ReadySolady: ['makeReady', (owner) => [owner, 'Unit']],
  ReadyFlag: ['initialize', (owner) => ['Unit', 'U', 6n, owner]],
  ReadySilent: ['init', (owner) => [owner]],
};

async function build(chain: TestChain): Promise<Readonly<Record<string, string>>> {
  const [a = '', b = ''] = chain.keys;
  const assets: Record<string, string> = {};
  for (const [contract, [method, values]] of Object.entries(made)) {
    const code = await chain.deploy(contract);
    const call = bytes(encodeCall(code.abi, method, values(a)));
    // The contract that proxies run is never called itself.
    assets[`${contract} as code`] = code.address;
    const started = await chain.deploy('ERC1967Proxy', code.address, call);
    assets[`${contract} started`] = started.address;
    const renounced: DeployedContract = { ...(await chain.deploy('ERC1967Proxy', code.address, call)), abi: code.abi };
    await chain.send(renounced, 'renounceOwnership', [], a);
    assets[`${contract} renounced`] = renounced.address;
    const slots = [[implementationSlot], [bytes(code.address.slice(2).padStart(64, '0'))]];
    assets[`${contract} proxied`] = (await chain.deploy('SlotProxy', ...slots)).address;
    assets[`${contract} cloned`] = `0x${(0xc0_00 + Object.keys(assets).length).toString(16).padStart(40, '0')}`;
    await chain.anvil.rpc('anvil_setCode', assets[`${contract} cloned`] ?? '', cloneOf(code.address));
  }
  for (const name of ['ReadyStrict', 'ReadyAgain', 'OpenOwner', 'IgnoredOwner']) {
    assets[name] = (await chain.deploy(name)).address;
  }
  const again = await chain.deploy('ReadyAgain');
  await chain.send(again, 'initialize', [a]);
  assets['ReadyAgain started'] = again.address;
  assets['SilentOwner'] = (await chain.deploy('SilentOwner', b)).address;
  assets['SilentOwner alike'] = (await chain.deploy('SilentOwner', a)).address;
  assets['OfferedOwner'] = (await chain.deploy('OfferedOwner', b)).address;
  assets['ManagedRoles'] = (await chain.deploy('ManagedRoles', b)).address;
  return assets;
}

test.before(async (context) => {
  context.world = await openWorld(build);
});

interface Owners {
  /** By subject key; `a` and `b` are accounts. */
  readonly holders: Readonly<Record<string, string | null>>;
  readonly isNotKnown?: boolean;
}

const anyone: Owners = { holders: { 'owner:anyone': 'anyone' } };
const unclear: Owners = { holders: {}, isNotKnown: true };

const cases: Readonly<Record<string, Owners>> = {
  ...Object.fromEntries(
    Object.keys(made).flatMap((contract): readonly (readonly [string, Owners])[] => {
      // A call that may succeed without an effect shows nothing.
      const fresh = contract === 'ReadySilent' ? unclear : anyone;
      return [
        [`${contract} as code`, fresh],
        [`${contract} proxied`, fresh],
        [`${contract} cloned`, fresh],
        [`${contract} started`, { holders: { owner: 'a' } }],
        [`${contract} renounced`, { holders: { owner: null } }],
      ];
    }),
  ),
  ReadyStrict: unclear,
  ReadyAgain: anyone,
  'ReadyAgain started': { holders: { owner: 'a' }, isNotKnown: true },
  OpenOwner: anyone,
  IgnoredOwner: { holders: { owner: null } },
  SilentOwner: unclear,
  'SilentOwner alike': { holders: { 'owner:a': 'a' } },
  OfferedOwner: unclear,
  ManagedRoles: { holders: { 'owner:b': 'b' } },
};

for (const [asset, { holders, isNotKnown = false }] of Object.entries(cases)) {
  test(`${asset}: who is the owner, or can become it`, ({ world }) => {
    const state = world.stateOf(asset);
    assert.is(state?.reading, 'stated', state?.unread.join(', '));
    const [a = '', b = ''] = world.chain.keys.map(toChecksumAddress);
    const accounts: Readonly<Record<string, string>> = { a, b, anyone: 'anyone' };
    const expected = Object.entries(holders).map(([key, holder]) => [
      key.replace(/:([ab])$/, (_, one: string) => `:${accounts[one] ?? ''}`),
      holder === null ? null : accounts[holder],
    ]);
    const owners = Object.entries(holdersIn(state)).filter(([key]) => key.startsWith('owner'));
    assert.equal(Object.fromEntries(owners), Object.fromEntries(expected));
    assert.is((factOf(state, 'holders_not_known') as readonly string[]).includes('owner'), isNotKnown);
  });
}

test('one request asks for all accounts that code can be lent to', ({ world }) => {
  const address = world.stateOf('SilentOwner alike')?.address;
  const [a = ''] = world.chain.keys;
  const callers = world.cassette.exchanges.flatMap(({ request: { method, params } }) => {
    if (method !== 'eth_call') return [];
    const { from, to } = params[0] as { readonly from?: string; readonly to: string };
    return to === address && from !== undefined ? [from] : [];
  });
  assert.not.ok(callers.includes(a), `asked alone in the name of ${callers.join(', ')}`);
});

test('a node that lends no code states the same', async ({ world }) => {
  assert.equal(await world.statesAskedSingly(), world.states);
});

test('a replay of the cassette gives the same facts, byte for byte', ({ world }) => {
  assert.ok(world.replaysAlike());
});

test.run();
