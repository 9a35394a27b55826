/** Kinds of contracts that users of other readers of chains report as read wrongly. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textOf } from '../../../../pipeline/chain/evm/calls/abi.ts';
import { toChecksumAddress } from '../../../../schemas/values/evm.ts';
import { assembled } from '../../../support/chain/assemble.ts';
import { encodeCall, type TestChain } from '../../../support/chain/contracts.ts';
import { factOf, holdersIn } from '../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../support/chain/world.ts';

interface Context {
  world: World;
}

const test = suite<Context>('kinds of contracts that are reported');

const bytes = (hex: string): Buffer => Buffer.from(hex.replace(/^0x/, ''), 'hex');
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;

/** Passes every call on by CALLCODE to the address in slot 7. */
const byCallcode = assembled(
  'CALLDATASIZE 0x00 0x00 CALLDATACOPY 0x00 0x00 CALLDATASIZE 0x00 0x00 0x07 SLOAD GAS CALLCODE RETURNDATASIZE 0x00 0x00 RETURNDATACOPY @ok JUMPI RETURNDATASIZE 0x00 REVERT :ok RETURNDATASIZE 0x00 RETURN',
);

async function build(chain: TestChain): Promise<Readonly<Record<string, string>>> {
  const [a = ''] = chain.keys;
  const place = async (at: number, code: string, slots: Readonly<Record<string, string>>): Promise<string> => {
    const address = `0x${at.toString(16).padStart(40, '0')}`;
    await chain.anvil.rpc('anvil_setCode', address, code);
    for (const [slot, value] of Object.entries(slots))
      await chain.anvil.rpc('anvil_setStorageAt', address, slot, value);
    return address;
  };
  const ready = await chain.deploy('Ready5');
  const behind = await chain.deploy('ReadyBehind');
  const locked = await chain.deploy('ReadyLocked');
  const call = bytes(encodeCall(behind.abi, 'makeReady', [a]));
  const started = await chain.deploy('ERC1967Proxy', behind.address, call);
  const renounced = await chain.deploy('ERC1967Proxy', behind.address, call);
  await chain.send({ ...renounced, abi: behind.abi }, 'renounceOwnership', [], a);
  const slots = [[bytes(implementationSlot)], [bytes(word(behind.address))]];
  const clone = `0x363d3d373d3d3d363d73${ready.address.slice(2)}5af43d82803e903d91602b57fd5bf3`;
  return {
    'ready behind proxies alone': behind.address,
    'ready behind a proxy': started.address,
    'renounced behind a proxy': renounced.address,
    'open behind a proxy': (await chain.deploy('SlotProxy', ...slots)).address,
    locked: locked.address,
    'passed on by CALLCODE': await place(0xca_11_c0_de, `0x${byCallcode.toString('hex')}`, {
      [word('0x07')]: word(ready.address),
    }),
    'a slot without a proxy': (await chain.deploy('SlotKeeper', ready.address)).address,
    'a clone with a slot': await place(0xc1_00_e0_01, clone, { [implementationSlot]: word(locked.address) }),
    'a function in the fallback': (await chain.deploy('FallbackMint')).address,
    'facets without a list': (await chain.deploy('UnlistedFacets', ready.address)).address,
  };
}

test.before(async (context) => {
  context.world = await openWorld(build);
});

interface KindCase {
  readonly proxy: string;
  /** `a` is an account. */
  readonly holders: Readonly<Record<string, string | null>>;
  readonly notKnown: readonly string[];
}

const fixed = { upgrade_authority: null };
const cases: Readonly<Record<string, KindCase>> = {
  'ready behind proxies alone': { proxy: 'none', holders: fixed, notKnown: ['mint_authority', 'owner'] },
  'ready behind a proxy': {
    proxy: 'eip1967',
    holders: { owner: 'a', mint_authority: 'a' },
    notKnown: ['upgrade_authority'],
  },
  'renounced behind a proxy': {
    proxy: 'eip1967',
    holders: { owner: null },
    notKnown: ['mint_authority', 'upgrade_authority'],
  },
  'open behind a proxy': {
    proxy: 'eip1967',
    holders: { 'owner:anyone': 'anyone' },
    notKnown: ['mint_authority', 'upgrade_authority'],
  },
  locked: { proxy: 'none', holders: { ...fixed, owner: null }, notKnown: ['mint_authority'] },
  'passed on by CALLCODE': {
    proxy: 'custom_slot',
    holders: { 'owner:anyone': 'anyone' },
    notKnown: ['mint_authority', 'upgrade_authority'],
  },
  'a slot without a proxy': { proxy: 'none', holders: { ...fixed, owner: 'a', mint_authority: 'a' }, notKnown: [] },
  'a clone with a slot': {
    proxy: 'clone',
    holders: { ...fixed, 'owner:anyone': 'anyone' },
    notKnown: ['mint_authority'],
  },
  'a function in the fallback': { proxy: 'none', holders: fixed, notKnown: ['mint_authority'] },
  'facets without a list': {
    proxy: 'diamond',
    holders: {},
    notKnown: ['freeze_authority', 'mint_authority', 'owner', 'pause_authority', 'upgrade_authority'],
  },
};

for (const [asset, { proxy, holders, notKnown }] of Object.entries(cases)) {
  test(`${asset}: its form, its holders, and what is not known`, ({ world }) => {
    const state = world.stateOf(asset);
    assert.is(state?.reading, 'stated', state?.unread.join(', '));
    const [a = ''] = world.chain.keys.map(toChecksumAddress);
    const named = Object.entries(holders).map(([key, holder]) => [key, holder === 'a' ? a : holder]);
    assert.equal(
      {
        proxy: (factOf(state, 'code') as { readonly proxy: string }).proxy,
        holders: holdersIn(state),
        notKnown: factOf(state, 'holders_not_known'),
      },
      { proxy, holders: Object.fromEntries(named) as object, notKnown },
    );
  });
}

test('a text is read as a string at any place of its answer, without padding, and as a word', () => {
  const wordOf = (value: number): string => value.toString(16).padStart(64, '0');
  const text = Buffer.from('Text Unit').toString('hex');
  const answers = [
    `${wordOf(32)}${wordOf(9)}${text.padEnd(64, '0')}`,
    `${wordOf(32)}${wordOf(9)}${text}`,
    `${wordOf(64)}${wordOf(0)}${wordOf(9)}${text.padEnd(64, '0')}`,
    text.padEnd(64, '0'),
  ];
  for (const answer of answers) assert.is(textOf(bytes(answer))?.text, 'Text Unit', answer);
  assert.is(textOf(bytes(`${wordOf(32)}${wordOf(0)}`))?.text, '');
  assert.is(textOf(Buffer.alloc(0)), null);
});

test('a node that lends no code states the same', async ({ world }) => {
  assert.equal(await world.statesAskedSingly(), world.states);
});

test.run();
