/** Roles of contracts that list their members: read from state, so also from nodes without old logs. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Change, changed } from '../../../../support/chain/changed-provider.ts';
import {
  type DeployedContract,
  encodeCall,
  openTestChain,
  type TestChain,
} from '../../../../support/chain/contracts.ts';
import { factOf, holdersIn, readAssets, replayedStates } from '../../../../support/chain/read-state.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';

interface Context {
  chain: TestChain;
  token: DeployedContract;
  proxy: DeployedContract;
}

const test = suite<Context>('members of roles');
const hash = (name: string): string => `0x${Buffer.from(keccak_256(Buffer.from(name))).toString('hex')}`;
const roleOf = ({ shown }: DeployedContract, name: string): string =>
  `${shown}:${name === '' ? `0x${'0'.repeat(64)}` : hash(name)}`;

test.before(async (context) => {
  const chain = await openTestChain();
  const [a = '', b = '', c = ''] = chain.keys;
  const token = await chain.deploy('ListedRolesToken');
  await chain.send(token, 'start', [a, [b, c]]);
  const start = Buffer.from(encodeCall(token.abi, 'start', [b, [c]]).slice(2), 'hex');
  const proxy = await chain.deploy('TransparentUpgradeableProxy', token.address, c, start);
  Object.assign(context, { chain, token, proxy });
  await chain.finalize();
});

const withoutLogs: Change = ({ method }) => (method === 'eth_getLogs' ? { kind: 'result', result: [] } : undefined);

test('a node that has lost its logs states what one with all of them states', async ({ chain, token, proxy }) => {
  const addresses = [token.address, proxy.address];
  const provider = chain.anvil.provider();
  const whole = await readAssets(provider, addresses);
  const { block } = whole.cassette.header;
  const pruned = await readAssets(changed(provider, withoutLogs), addresses, block);
  assert.equal(
    pruned.states.map(({ reading }) => reading),
    ['stated', 'stated'],
  );
  assert.equal(
    pruned.states,
    whole.states.map((state) => ({ ...state, withoutLogs: [] })),
  );
  assert.is(replayedStates(pruned.cassette), canonicalJson(pruned.states));
});

test('roles of unknown names, of code behind a proxy, and without members are among them', async (context) => {
  const { chain, token, proxy } = context;
  const [a = '', b = '', c = ''] = chain.keys.map(toChecksumAddress);
  const { states } = await readAssets(changed(chain.anvil.provider(), withoutLogs), [token.address, proxy.address]);
  const [direct, behind] = states;
  const held = (name: string): unknown => (factOf(direct, 'role', roleOf(token, name)) as { holders: unknown }).holders;
  assert.equal(
    [held(''), held('MINTER_ROLE'), held('CUSTODY_ROLE'), held('PAUSER_ROLE')],
    [[a], [b, c].sort(byHex), [a], []],
  );
  assert.equal(factOf(behind, 'role', roleOf(proxy, 'CUSTODY_ROLE')), {
    name: null,
    adminRole: `0x${'0'.repeat(64)}`,
    holders: [b],
  });
  assert.is(holdersIn(behind)[`mint_authority:${c}`], c);
});

const byHex = (one: string, other: string): number => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);

const broken: readonly (readonly [name: string, change: Change])[] = [
  ['no code', ({ method }) => (method === 'eth_getCode' ? { kind: 'error', code: -32_000, message: 'no' } : undefined)],
  [
    'members that are missing',
    ({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params).includes('9010d07c')
        ? { kind: 'error', code: -32_000, message: 'no' }
        : undefined,
  ],
];
for (const [name, change] of broken) {
  test(`a node without logs and with ${name}: roles are not known`, async ({ chain, token }) => {
    const provider = changed(changed(chain.anvil.provider(), withoutLogs), change);
    const { states } = await readAssets(provider, [token.address]);
    const [state] = states;
    if (name === 'no code') {
      assert.equal([state?.reading, state?.unread], ['unreadable', [`${token.address} code`]]);
      return;
    }
    assert.equal(factOf(state, 'holders_not_known'), ['owner']);
    assert.equal(holdersIn(state), { upgrade_authority: null });
  });
}

test.run();
