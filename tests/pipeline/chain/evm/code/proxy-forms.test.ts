import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { type DeployedContract, openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { factOf, holdersIn, readAssets, replayedStates } from '../../../../support/chain/read-state.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';

interface Context {
  chain: TestChain;
  code: DeployedContract;
  other: DeployedContract;
}

const test = suite<Context>('how contracts come to their code');

test.before(async (context) => {
  context.chain = await openTestChain();
  context.code = await context.chain.deploy('FormCode');
  context.other = await context.chain.deploy('OtherCode');
});

type Value = Readonly<Record<string, unknown>>;

async function readOne({ anvil, finalize }: TestChain, address: string) {
  await finalize();
  const { states, cassette } = await readAssets(anvil.provider(), [address]);
  assert.is(replayedStates(cassette), canonicalJson(states));
  const [state] = states;
  assert.is(state?.reading, 'stated', state?.unread.join(', '));
  return {
    code: factOf(state, 'code') as Value,
    holders: holdersIn(state),
    notKnown: factOf(state, 'holders_not_known'),
    powers: factOf(state, 'powers') as readonly string[],
    name: (factOf(state, 'token') as Value)['name'],
  };
}

interface Upgradeable {
  readonly name: string;
  readonly form: string;
  /** Moves the proxy to other code. */
  readonly upgrade: (context: Context, proxy: DeployedContract) => Promise<void>;
  /** Whether the account that may upgrade is found. */
  readonly isFound: boolean;
  readonly implementation?: null;
}

const upgradeable: readonly Upgradeable[] = [
  {
    name: 'PackedProxy',
    form: 'custom_slot',
    upgrade: ({ chain, other }, proxy) => chain.send(proxy, 'setImplementation', [other.address]),
    isFound: true,
  },
  {
    name: 'ShiftedProxy',
    form: 'custom_slot',
    upgrade: ({ chain, other }, proxy) => chain.send(proxy, 'upgradeTo', [other.address]),
    isFound: true,
  },
  {
    name: 'MessageProxy',
    form: 'custom_slot',
    upgrade: ({ chain, other }, proxy) => chain.send(proxy, 'setTarget', [other.address]),
    isFound: true,
  },
  {
    name: 'Diamond',
    form: 'diamond',
    upgrade: ({ chain, other }, proxy) =>
      chain.send(proxy, 'diamondCut', [
        [{ facet: other.address, action: 1n, selectors: [Buffer.from('06fdde03', 'hex')] }],
        `0x${'0'.repeat(40)}`,
        new Uint8Array(),
      ]),
    isFound: true,
    implementation: null,
  },
];

for (const { name, form, upgrade, isFound, implementation } of upgradeable) {
  test(`${name}: other code is a change, and its upgrade authority is not given up`, async (context) => {
    const { chain, code, other } = context;
    const proxy = await chain.deploy(name, code.address);
    const before = await readOne(chain, proxy.address);
    assert.equal([before.name, before.code['proxy']], ['Form Unit', form]);
    assert.is(before.code['implementation'], implementation === null ? null : code.shown);
    const owner = toChecksumAddress(chain.keys[0] ?? '');
    assert.is(before.holders['upgrade_authority'], isFound ? owner : undefined);
    assert.ok(before.powers.includes('upgrade_logic'));
    await upgrade(context, proxy);
    const after = await readOne(chain, proxy.address);
    assert.is(after.code['implementation'], implementation === null ? null : other.shown);
    assert.is.not(after.code['implementationCodeHash'], before.code['implementationCodeHash']);
    assert.ok(after.code['implementationCodeHash'] !== null);
  });
}

test('a beacon that is part of the code is asked, and its owner may upgrade', async (context) => {
  const { chain, code, other } = context;
  const beacon = await chain.deploy('FormBeacon', code.address);
  const proxy = await chain.deploy('FixedBeaconProxy', beacon.address);
  const before = await readOne(chain, proxy.address);
  assert.equal(
    [before.code['proxy'], before.code['beacon'], before.code['implementation']],
    ['beacon', beacon.shown, code.shown],
  );
  assert.is.not(before.holders['upgrade_authority'], null);
  await chain.send(beacon, 'upgradeTo', [other.address]);
  assert.is((await readOne(chain, proxy.address)).code['implementation'], other.shown);
});

test('a slot that is computed, and code that runs any other: not known who may replace it', async ({ chain, code }) => {
  const versioned = await readOne(chain, (await chain.deploy('VersionedProxy', code.address)).address);
  const executor = await readOne(chain, (await chain.deploy('Executor')).address);
  assert.equal([versioned.code['proxy'], executor.code['proxy']], ['diamond', 'none']);
  for (const one of [versioned, executor]) {
    assert.is(one.holders['upgrade_authority'], undefined);
    assert.ok((one.notKnown as readonly string[]).includes('upgrade_authority'));
  }
});

/** Code with the address of an implementation. */
const clones: Readonly<Record<string, (target: string) => string>> = {
  'ERC-1167': (a) => `363d3d373d3d3d363d73${a}5af43d82803e903d91602b57fd5bf3`,
  'ERC-1167 with arguments': (a) =>
    `363d3d373d3d3d363d73${a}5af43d82803e903d91602b57fd5bf3${'deadbeef'.padStart(64, '0')}`,
  'ERC-1167 after RETURNDATASIZE': (a) => `3d3d3d3d363d3d37363d73${a}5af43d3d93803e602a57fd5bf3`,
  'ERC-7511': (a) => `365f5f375f5f365f73${a}5af43d5f5f3e5f3d91602a57fd5bf3`,
  'PUSH0 of Solady': (a) => `5f5f365f5f37365f73${a}5af43d5f5f3e6029573d5ffd5b3d5ff3`,
  'PUSH0 of Solady with arguments': (a) => `5f5f365f5f37365f73${a}5af43d5f5f3e6029573d5ffd5b3d5ff3${'11'.repeat(20)}`,
  'Solady before PUSH0': (a) => `3d3d3d3d363d3d37363d73${a}5af43d3d93803e602a57fd5bf3${'22'.repeat(33)}`,
  'Vyper before 0.2.9': (a) => `366000600037611000600036600073${a}5af4602c57600080fd5b6110006000f3`,
  'a push of 32 bytes': (a) => `365f5f375f5f365f7f${a.padStart(64, '0')}5af43d5f5f3e5f3d91603657fd5bf3`,
};

for (const [name, codeFor] of Object.entries(clones)) {
  test(`clone ${name}: the implementation is in the code, which cannot be changed`, async ({ chain, code }) => {
    const address = `0x${Buffer.from(name).toString('hex').padEnd(40, 'c').slice(0, 40)}`;
    await chain.anvil.rpc('anvil_setCode', address, `0x${codeFor(code.address.slice(2))}`);
    const read = await readOne(chain, address);
    assert.equal([read.code['proxy'], read.code['implementation']], ['clone', code.shown]);
    assert.is(read.holders['upgrade_authority'], null);
    assert.is((read.notKnown as readonly string[]).length, 0);
  });
}

test.run();
