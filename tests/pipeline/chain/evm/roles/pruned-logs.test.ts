/** Nodes that have lost the oldest logs, and give the others without an error. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeCassette } from '../../../../../pipeline/chain/decode-cassette.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { type Change, changed } from '../../../../support/chain/changed-provider.ts';
import { openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { factOf, holdersIn, readAssets, replayedStates } from '../../../../support/chain/read-state.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';

interface Context {
  chain: TestChain;
  /** By name: its address, and the block that its oldest logs are of. */
  tokens: Readonly<Record<string, { readonly address: string; readonly oldest: number }>>;
}

const test = suite<Context>('nodes without the oldest logs');
const minterRole = Buffer.from('9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6', 'hex');

/** Contract, arguments, and the call after which there are newer logs. */
type Deployment = readonly [
  contract: string,
  values: readonly unknown[],
  call: readonly [method: string, values: readonly unknown[]],
];
const deployments = ([a = '', b = '', c = '']: readonly string[]): Readonly<Record<string, Deployment>> => ({
  granted: ['RoleToken', [a, [b]], ['grantRole', [minterRole, c]]],
  revoked: ['RoleToken', [a, [b, c]], ['revokeRole', [minterRole, b]]],
  wards: ['Wards', [b], ['deny', [b]]],
});

test.before(async (context) => {
  const chain = await openTestChain();
  const tokens: Record<string, { address: string; oldest: number }> = {};
  for (const [name, [contract, values, [method, given]]] of Object.entries(deployments(chain.keys))) {
    const token = await chain.deploy(contract, ...values);
    const oldest = Number(await chain.anvil.rpc('eth_blockNumber'));
    await chain.send(token, method, given);
    tokens[name] = { address: token.address, oldest };
  }
  await chain.finalize();
  Object.assign(context, { chain, tokens });
});

const without =
  (oldest: number): Change =>
  ({ method }, answer) => {
    if (method !== 'eth_getLogs' || answer.kind !== 'result') return undefined;
    const logs = answer.result as readonly { readonly blockNumber: string }[];
    return { kind: 'result', result: logs.filter(({ blockNumber }) => Number(blockNumber) > oldest) };
  };

interface HolderCase {
  readonly notKnown: readonly string[];
  /** Holders that all logs name. */
  readonly whole: readonly string[];
}

const cases: Readonly<Record<string, HolderCase>> = {
  granted: {
    notKnown: ['mint_authority', 'owner', 'pause_authority'],
    whole: ['mint_authority:b', 'mint_authority:c', 'owner:a'],
  },
  revoked: { notKnown: ['mint_authority', 'owner', 'pause_authority'], whole: ['mint_authority:c', 'owner:a'] },
  wards: { notKnown: ['mint_authority', 'owner'], whole: ['mint_authority', 'owner:a'] },
};

for (const [name, { notKnown, whole }] of Object.entries(cases)) {
  test(`${name}: holders that only lost logs name are not known, and none is absent`, async ({ chain, tokens }) => {
    const { address, oldest } = tokens[name] ?? { address: '', oldest: 0 };
    const { anvil } = chain;
    const full = await readAssets(anvil.provider('full'), [address]);
    const named = new Map(chain.keys.map((key, index) => [toChecksumAddress(key), 'abcdefghij'[index] ?? '']));
    const shown = Object.keys(holdersIn(full.states[0])).map((key) =>
      key.replace(/0x\w{40}$/, (one) => named.get(one) ?? one),
    );
    assert.equal(shown.filter((key) => key !== 'upgrade_authority').sort(), whole);
    const { block } = full.cassette.header;
    const pruned = await readAssets(changed(anvil.provider('pruned'), without(oldest)), [address], block);
    const [state] = pruned.states;
    if (state === undefined) throw new Error('no state');
    assert.is(state.reading, 'stated', state.unread.join(', '));
    assert.equal(factOf(state, 'holders_not_known'), notKnown);
    const stated = Object.keys(holdersIn(state)).map((key) => key.split(':')[0] ?? '');
    assert.not.ok(stated.some((type) => type === 'owner'));
    // The probe shows who mints, among the accounts that are known.
    assert.equal(state.withoutLogs, name === 'wards' ? ['owner'] : notKnown);
    assert.is(replayedStates(pruned.cassette), canonicalJson(pruned.states));

    const header = { ...full.cassette.header, providers: ['full', 'pruned'], quorum: 2 };
    const decoded = decodeCassette({ header, exchanges: [...full.cassette.exchanges, ...pruned.cassette.exchanges] });
    assert.ok(decoded.ok, decoded.ok ? '' : decoded.reason);
    assert.is(decoded.agreed, 2);
    assert.equal(decoded.states, pruned.states);
  });
}

test.run();
