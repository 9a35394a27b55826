import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeCall, type DeployedContract, type TestChain } from '../../../../support/chain/contracts.ts';
import { factOf } from '../../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../../support/chain/world.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';

interface Context {
  world: World;
  accounts: Readonly<Record<string, DeployedContract>>;
}

const test = suite<Context>('what an account is');
const delegated = `0x${'de'.repeat(20)}`;
const delegate = `0x${'dd'.repeat(20)}`;
const empty = `0x${'ee'.repeat(20)}`;

/** Every account owns a token of its own, so that each is a controller. */
test.before(async (context) => {
  const accounts: Record<string, DeployedContract> = {};
  context.accounts = accounts;
  context.world = await openWorld(async (chain) => {
    await deployAccounts(chain, accounts);
    const owners = { ...Object.fromEntries(Object.entries(accounts).map(([name, { address }]) => [name, address])) };
    const all = { ...owners, key: chain.keys[0] ?? '', key_delegated: delegated };
    const tokens: Record<string, string> = { none: empty };
    for (const [name, owner] of Object.entries(all)) tokens[name] = (await chain.deploy('Owned', owner)).address;
    tokens['managed'] = (await chain.deploy('ManagedToken', accounts['access_manager']?.address)).address;
    return tokens;
  });
});

async function deployAccounts(chain: TestChain, accounts: Record<string, DeployedContract>): Promise<void> {
  const [a = '', b = '', c = '', d = ''] = chain.keys;
  const put = async (name: string, contract: string, ...values: readonly unknown[]): Promise<DeployedContract> => {
    const deployed = await chain.deploy(contract, ...values);
    accounts[name] = deployed;
    return deployed;
  };
  accounts['safe'] = await chain.safe([a, b, c], 2);
  const withModule = await chain.safe([a], 1);
  accounts['safeWithModule'] = withModule;
  const enable = encodeCall(withModule.abi, 'enableModule', [d]);
  // The signature of a caller who is an owner: its address, and type 1.
  const signature = Buffer.from(`${a.slice(2).padStart(64, '0')}${'0'.repeat(64)}01`, 'hex');
  const nobody = `0x${'0'.repeat(40)}`;
  const call = [withModule.address, 0n, Buffer.from(enable.slice(2), 'hex'), 0n, 0n, 0n, 0n, nobody, nobody, signature];
  await chain.send(withModule, 'execTransaction', call, a);
  await put('falseSafe', 'FalseSafe', [a, b]);
  await put('timelock', 'TimelockController', 3_600n, [a], [b], c);
  await put('compound', 'CompoundTimelock', d);
  await put('governor', 'MiniGovernor', accounts['timelock']?.address);
  await put('access_manager', 'AccessManager', a);
  await put('contract', 'Owned', b);
  await chain.anvil.rpc('anvil_setCode', delegated, `0xef0100${delegate.slice(2)}`);
}

const controlOf = ({ world, accounts }: Context, name: string, address = accounts[name]?.shown ?? ''): unknown =>
  factOf(world.stateOf(name), 'control', address);

const bare = {
  version: null,
  signers: [],
  voters: null,
  threshold: null,
  timeLockSeconds: null,
  modules: [],
  guard: null,
  fallbackHandler: null,
  delegate: null,
  owner: null,
  next: [],
  cut: null,
  note: null,
};
const shownKeys = ({ world }: Context): readonly string[] => world.chain.keys.map(toChecksumAddress);

test('an account without code is a key', (context) => {
  const [a = ''] = shownKeys(context);
  assert.equal(controlOf(context, 'key', a), { ...bare, kind: 'key' });
});

test('a key that has delegated to a contract is still a key', (context) => {
  const address = toChecksumAddress(delegated);
  assert.equal(controlOf(context, 'key_delegated', address), {
    ...bare,
    kind: 'key_delegated',
    delegate: toChecksumAddress(delegate),
  });
});

test('published code with a published singleton is a Safe, with owners and threshold', (context) => {
  const [a = '', b = '', c = ''] = shownKeys(context);
  assert.equal(controlOf(context, 'safe'), {
    ...bare,
    kind: 'safe',
    version: '1.5.0',
    signers: [a, b, c],
    threshold: 2,
    next: [a, b, c].sort(byLowerCase),
  });
  assert.equal(factOf(context.world.stateOf('safe'), 'authority', 'owner'), {
    type: 'owner',
    address: context.accounts['safe']?.shown,
    accountType: 'multisig',
    signers: [a, b, c],
    threshold: 2,
  });
});

test('an enabled module of a Safe is one of its controllers', (context) => {
  const [a = '', , , d = ''] = shownKeys(context);
  assert.equal(controlOf(context, 'safeWithModule'), {
    ...bare,
    kind: 'safe',
    version: '1.5.0',
    signers: [a],
    threshold: 1,
    modules: [d],
    next: [a, d].sort(byLowerCase),
  });
});

test('a contract that merely answers like a Safe is a contract, and no multisig', (context) => {
  assert.equal(controlOf(context, 'falseSafe'), { ...bare, kind: 'contract', note: 'looks_like_safe' });
  const owner = factOf(context.world.stateOf('falseSafe'), 'authority', 'owner') as { readonly accountType: string };
  assert.is(owner.accountType, 'regular');
});

test('a time lock of roles acts for its proposers and admins', (context) => {
  const [a = '', , c = ''] = shownKeys(context);
  const own = context.accounts['timelock']?.shown ?? '';
  assert.equal(controlOf(context, 'timelock'), {
    ...bare,
    kind: 'timelock',
    timeLockSeconds: 3_600,
    next: [a, c, own].sort(byLowerCase),
    cut: 'cycle',
  });
});

test('a time lock of Compound acts for its admin', (context) => {
  const [, , , d = ''] = shownKeys(context);
  assert.equal(controlOf(context, 'compound'), { ...bare, kind: 'timelock', timeLockSeconds: 172_800, next: [d] });
});

test('a governor acts through its time lock', (context) => {
  assert.equal(controlOf(context, 'governor'), {
    ...bare,
    kind: 'governor',
    next: [context.accounts['timelock']?.shown],
  });
});

test('an access manager is recognised where a token names it as its authority', (context) => {
  const manager = context.accounts['access_manager']?.shown ?? '';
  assert.equal(controlOf(context, 'managed', manager), { ...bare, kind: 'access_manager' });
  assert.equal(controlOf(context, 'access_manager', manager), { ...bare, kind: 'contract' });
});

test('anything else is a contract with its owner', (context) => {
  const [, b = ''] = shownKeys(context);
  assert.equal(controlOf(context, 'contract'), { ...bare, kind: 'contract', owner: b, next: [b] });
});

test('an address without code is no contract', ({ world }) => {
  assert.is(world.stateOf('none')?.reading, 'no_contract');
});

test('each account is asked once, however many refer to it', ({ world }) => {
  const [a = ''] = world.chain.keys;
  const asked = world.cassette.exchanges.filter(({ request: { params } }) => {
    const { from, data } = params[0] as { readonly from?: string; readonly data?: string };
    // A probe has a sender, or names the mint that it asks for; a role is confirmed with hasRole.
    const isProbe = from !== undefined || data?.includes('40c10f19') === true;
    return !isProbe && data?.includes(a.slice(2)) === true && !data.includes('91d14854');
  });
  // Once for its views, once for its slots.
  assert.is(asked.length, 2);
});

test('a node that lends no code, so that each account is asked by a request of its own, states the same', async ({
  world,
}) => {
  assert.equal(await world.statesAskedSingly(), world.states);
});

test('a replay of the cassette gives the same facts, byte for byte', ({ world }) => {
  assert.ok(world.replaysAlike());
});

const byLowerCase = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

test.run();
