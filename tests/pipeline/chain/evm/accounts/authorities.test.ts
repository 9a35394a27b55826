import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { padded } from '../../../../../pipeline/chain/evm/calls/abi.ts';
import { type DeployedContract, encodeCall, type TestChain } from '../../../../support/chain/contracts.ts';
import { factOf, holdersIn } from '../../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../../support/chain/world.ts';

interface Context {
  world: World;
  deployed: Readonly<Record<string, DeployedContract>>;
}

const test = suite<Context>('authorities');
const nobody = `0x${'0'.repeat(40)}`;

test.before(async (context) => {
  const deployed: Record<string, DeployedContract> = {};
  context.deployed = deployed;
  context.world = await openWorld(async (chain) => {
    await deployTokens(chain, deployed);
    await deployProxies(chain, deployed);
    const assets = Object.entries(deployed).filter(([name]) => !name.startsWith('-'));
    return Object.fromEntries(assets.map(([name, { address }]) => [name, address]));
  });
});

async function deployTokens(chain: TestChain, deployed: Record<string, DeployedContract>): Promise<void> {
  const [a = '', b = '', c = ''] = chain.keys;
  deployed['owned'] = await chain.deploy('OwnedToken', a);
  deployed['offered'] = await chain.deploy('OwnedToken', a);
  await chain.send(deployed['offered'], 'transferOwnership', [b], a);
  deployed['paused'] = await chain.deploy('OwnedToken', a);
  await chain.send(deployed['paused'], 'pause', [], a);
  deployed['renounced'] = await chain.deploy('OwnedToken', a);
  await chain.send(deployed['renounced'], 'renounceOwnership', [], a);
  deployed['burnt'] = await chain.deploy('Owned', `0x${'dead'.padStart(40, '0')}`);
  deployed['roles'] = await chain.deploy('RoleToken', a, [b, c]);
  deployed['revoked'] = await chain.deploy('RoleToken', a, [b, c]);
  await chain.send(deployed['revoked'], 'revokeRole', [`0x${minterRole}`, b].map(asBytes), a);
  deployed['renouncedRoles'] = await chain.deploy('RoleToken', a, [b]);
  await chain.send(deployed['renouncedRoles'], 'renounceRole', [asBytes(`0x${'0'.repeat(64)}`), a], a);
  deployed['admin'] = await chain.deploy('AdminToken', b);
  deployed['open'] = await chain.deploy('OpenToken');
  deployed['named'] = await chain.deploy('NamedToken', Buffer.from('MKR-like\0\0', 'utf8'), true);
  deployed['badName'] = await chain.deploy('NamedToken', Buffer.from('c0ffee2041\u0000', 'latin1'), false);
  deployed['notUtf8'] = await chain.deploy('NamedToken', Buffer.from([0x41, 0xff, 0x42]), false);
}

const minterRole = '9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6';
/** The library takes bytes32 as bytes, addresses as text. */
const asBytes = (hex: string): unknown => (hex.length === 66 ? Buffer.from(hex.slice(2), 'hex') : hex);

async function deployProxies(chain: TestChain, deployed: Record<string, DeployedContract>): Promise<void> {
  const [a = '', b = '', c = '', d = ''] = chain.keys;
  const fiat = await chain.deploy('FiatToken');
  deployed['-fiat'] = fiat;
  const initialize = asCode(encodeCall(fiat.abi, 'initialize', [a, b, c, d]));
  deployed['transparent'] = await chain.deploy('TransparentUpgradeableProxy', fiat.address, d, initialize);
  const uups = await chain.deploy('UupsToken');
  deployed['-uups'] = uups;
  const start = asCode(encodeCall(uups.abi, 'initialize', [a]));
  deployed['uups'] = await chain.deploy('ERC1967Proxy', uups.address, start);
  const frozen = await chain.deploy('ERC1967Proxy', uups.address, start);
  deployed['uupsFrozen'] = frozen;
  await chain.send({ ...frozen, abi: uups.abi }, 'freeze', [], a);
  const beacon = await chain.deploy('UpgradeableBeacon', fiat.address, c);
  deployed['-beacon'] = beacon;
  deployed['beacon'] = await chain.deploy('BeaconProxy', beacon.address, initialize);
  deployed['zeppelinos'] = await chain.deploy(
    'SlotProxy',
    [slot('zosImplementation'), slot('zosAdmin')],
    [word(fiat.address), word(b)],
  );
  await chain.send({ ...deployed['zeppelinos'], abi: fiat.abi }, 'initialize', [a, nobody, c, d]);
  deployed['twoImplementations'] = await chain.deploy(
    'SlotProxy',
    [slot('zosImplementation'), slot('implementation')],
    [word(fiat.address), word(uups.address)],
  );
  deployed['proxyOfProxy'] = await chain.deploy(
    'SlotProxy',
    [slot('implementation')],
    [word(deployed['uups'].address)],
  );
  const clone = `0x${'c1'.repeat(20)}`;
  const code = `0x363d3d373d3d3d363d73${fiat.address.slice(2)}5af43d82803e903d91602b57fd5bf3`;
  await chain.anvil.rpc('anvil_setCode', clone, code);
  deployed['clone'] = { address: clone, shown: toChecksumAddress(clone), abi: fiat.abi };
}

const asCode = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
const word = (address: string): Buffer => Buffer.from(padded(address), 'hex');
const slot = (name: keyof typeof slots): Buffer => Buffer.from(slots[name], 'hex');
const slots = {
  implementation: '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  zosImplementation: '7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  zosAdmin: '10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
};

type Holders = Readonly<Record<string, string | null>>;
interface Case {
  readonly asset: string;
  readonly what: string;
  readonly holders: (keys: readonly string[], deployed: Context['deployed']) => Holders;
}

const fixed = { upgrade_authority: null };
const fiatHolders = ([a = '', b = '', c = '', d = '']: readonly string[]): Holders => ({
  owner: a,
  mint_authority: b,
  pause_authority: c,
  freeze_authority: d,
});

const cases: readonly Case[] = [
  {
    asset: 'owned',
    what: 'an owner who is shown to mint and pause',
    holders: ([a = '']) => ({ ...fixed, owner: a, mint_authority: a, pause_authority: a }),
  },
  {
    asset: 'paused',
    what: 'while paused, who can pause is not shown, and not stated as given up',
    holders: ([a = '']) => ({ ...fixed, owner: a, mint_authority: a }),
  },
  { asset: 'renounced', what: 'an owner of zero was given up', holders: () => ({ ...fixed, owner: null }) },
  {
    asset: 'burnt',
    what: 'a burn address holds nothing, and any account can name another owner',
    holders: () => ({ ...fixed, 'owner:anyone': 'anyone' }),
  },
  {
    asset: 'roles',
    what: 'each holder of a role has an authority of its own',
    holders: ([a = '', b = '', c = '']) => ({
      ...fixed,
      [`owner:${a}`]: a,
      [`mint_authority:${b}`]: b,
      [`mint_authority:${c}`]: c,
    }),
  },
  {
    asset: 'revoked',
    what: 'a revoked role is no authority',
    holders: ([a = '', , c = '']) => ({ ...fixed, [`owner:${a}`]: a, [`mint_authority:${c}`]: c }),
  },
  {
    asset: 'renouncedRoles',
    what: 'without an admin of roles, ownership was given up',
    holders: ([, b = '']) => ({ ...fixed, owner: null, [`mint_authority:${b}`]: b }),
  },
  {
    asset: 'admin',
    what: 'a default admin with its delay is one owner, not two',
    holders: ([, b = '']) => ({ ...fixed, owner: b, [`owner:${b}`]: b }),
  },
  {
    asset: 'open',
    what: 'minting that is open to a stranger is open to anyone',
    holders: () => ({ ...fixed, 'mint_authority:anyone': 'anyone' }),
  },
  {
    asset: 'transparent',
    what: 'a transparent proxy is upgraded by the owner of its proxy admin',
    holders: (keys) => ({ ...fiatHolders(keys), upgrade_authority: keys[3] ?? '' }),
  },
  {
    asset: 'uups',
    what: 'a proxy that upgrades itself, by the account that is shown to',
    holders: ([a = '']) => ({ owner: a, upgrade_authority: a }),
  },
  {
    asset: 'uupsFrozen',
    what: 'one that no account is shown to upgrade has no stated upgrader',
    holders: ([a = '']) => ({ owner: a }),
  },
  {
    asset: 'beacon',
    what: 'a proxy of a beacon is upgraded by the owner of the beacon',
    holders: (keys) => ({ ...fiatHolders(keys), upgrade_authority: keys[2] ?? '' }),
  },
  {
    asset: 'zeppelinos',
    what: 'a proxy of ZeppelinOS by its admin; a minter of zero was given up',
    holders: (keys) => ({ ...fiatHolders(keys), mint_authority: null, upgrade_authority: keys[1] ?? '' }),
  },
  {
    asset: 'twoImplementations',
    what: 'slots that contradict each other state no upgrader',
    holders: () => ({ 'owner:anyone': 'anyone', mint_authority: null, freeze_authority: null }),
  },
  {
    asset: 'clone',
    what: 'the code of a clone cannot be changed, and one that no call made ready can be taken by any account',
    holders: () => ({ ...fixed, 'owner:anyone': 'anyone', mint_authority: null, freeze_authority: null }),
  },
];

for (const { asset, what, holders } of cases) {
  test(`${asset}: ${what}`, ({ world, deployed }) => {
    const state = world.stateOf(asset);
    assert.is(state?.reading, 'stated', state?.unread.join(', '));
    assert.equal(holdersIn(state), holders(world.chain.keys.map(toChecksumAddress), deployed));
  });
}

const forms: Readonly<Record<string, readonly [form: string, implementation: string | null]>> = {
  owned: ['none', null],
  transparent: ['transparent', '-fiat'],
  uups: ['uups', '-uups'],
  beacon: ['beacon', '-fiat'],
  zeppelinos: ['zeppelinos', '-fiat'],
  clone: ['clone', '-fiat'],
  twoImplementations: ['conflicting', null],
  proxyOfProxy: ['conflicting', null],
};

for (const [asset, [form, implementation]] of Object.entries(forms)) {
  test(`${asset}: the form of the proxy is ${form}`, ({ world, deployed }) => {
    const code = factOf(world.stateOf(asset), 'code') as Readonly<Record<string, unknown>>;
    assert.is(code['proxy'], form);
    assert.is(code['implementation'], implementation === null ? null : deployed[implementation]?.shown);
    assert.is(typeof code['implementationCodeHash'], implementation === null ? 'object' : 'string');
  });
}

test('plumbing is recognised where a slot names it', ({ world, deployed }) => {
  const kinds = (name: string): readonly unknown[] =>
    (world.stateOf(name)?.facts ?? [])
      .filter(({ field }) => field === 'control')
      .map(({ value }) => (value as { readonly kind: string }).kind);
  assert.ok(kinds('transparent').includes('proxy_admin'));
  const beacon = factOf(world.stateOf('beacon'), 'control', deployed['-beacon']?.shown);
  assert.is((beacon as { readonly kind: string }).kind, 'beacon');
});

test('token, supply, cap, pause and offer are facts of their own', ({ world }) => {
  const [, b = ''] = world.chain.keys.map(toChecksumAddress);
  const owned = world.stateOf('owned');
  assert.equal(factOf(owned, 'token'), {
    name: 'Owned Coin',
    symbol: 'OWN',
    decimals: 18,
    standard: 'erc20',
    replaced: [],
  });
  assert.is(factOf(owned, 'supply'), '5000000000000000000');
  assert.is(factOf(owned, 'cap'), '1000000000000000000000000');
  assert.is(factOf(owned, 'paused'), false);
  assert.is(factOf(owned, 'ownership_offer'), null);
  assert.is(factOf(world.stateOf('offered'), 'ownership_offer'), b);
  assert.is(factOf(world.stateOf('paused'), 'paused'), true);
  assert.is(factOf(world.stateOf('burnt'), 'ownership_offer'), undefined);
  assert.equal(factOf(world.stateOf('transparent'), 'powers'), ['freeze_address', 'pause_all', 'upgrade_logic']);
});

test('names are an ABI string or bytes32, and bytes that are no UTF-8 are flagged', ({ world }) => {
  const nameOf = (asset: string): unknown => factOf(world.stateOf(asset), 'token');
  const rest = { symbol: null, decimals: null, standard: 'erc20' };
  assert.equal(nameOf('named'), { ...rest, name: 'MKR-like', replaced: [] });
  assert.equal(nameOf('badName'), { ...rest, name: 'c0ffee2041\u0000', replaced: [] });
  assert.equal(nameOf('notUtf8'), { ...rest, name: 'A\ufffdB', replaced: ['name'] });
});

test('roles are keyed by contract and hash, and have their name for display', ({ world, deployed }) => {
  const [, b = '', c = ''] = world.chain.keys.map(toChecksumAddress);
  const role = factOf(world.stateOf('roles'), 'role', `${deployed['roles']?.shown ?? ''}:0x${minterRole}`);
  assert.equal(role, { name: 'MINTER_ROLE', adminRole: `0x${'0'.repeat(64)}`, holders: [c, b] });
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
