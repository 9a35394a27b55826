/** The creator of a token, from a provider that supports the method. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RpcAnswer } from '../../../../../infra/rpc/provider.ts';
import { toChecksumAddress } from '../../../../../schemas/values/evm.ts';
import { canonicalJson } from '../../../../../schemas/values/canonical.ts';
import { changed } from '../../../../support/chain/changed-provider.ts';
import { type DeployedContract, openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { assetAt, factOf, readAssets, replayedStates } from '../../../../support/chain/read-state.ts';

interface Context {
  chain: TestChain;
  token: DeployedContract;
  safe: DeployedContract;
}

const test = suite<Context>('creators');
const asked = ({ token }: Context) => ({ creators: [assetAt(token.address).assetId] });

test.before(async (context) => {
  const chain = await openTestChain();
  const [a = '', b = ''] = chain.keys;
  Object.assign(context, {
    chain,
    token: await chain.deploy('OwnedToken', b),
    safe: await chain.safe([a, b], 2),
  });
  await chain.finalize();
});

test('the creator is an authority, and not among the controllers', async (context) => {
  const { chain, token } = context;
  const [a = ''] = chain.keys.map(toChecksumAddress);
  const { states, cassette } = await readAssets(chain.anvil.provider(), [token.address], undefined, asked(context));
  assert.equal(factOf(states[0], 'authority', 'creator'), {
    type: 'creator',
    address: a,
    accountType: 'regular',
    signers: [],
    threshold: null,
  });
  assert.is(factOf(states[0], 'control', a), undefined);
  assert.is(replayedStates(cassette), canonicalJson(states));
});

test('without the question nothing is stated', async ({ chain, token }) => {
  const { states } = await readAssets(chain.anvil.provider(), [token.address]);
  assert.is(factOf(states[0], 'authority', 'creator'), undefined);
});

const answering = ({ chain }: Context, answer: RpcAnswer) =>
  changed(chain.anvil.provider(), ({ method }) => (method === 'ots_getContractCreator' ? answer : undefined));

test('a Safe that created it has its signers', async (context) => {
  const { safe, token } = context;
  const answer = { kind: 'result', result: { hash: `0x${'1'.repeat(64)}`, creator: safe.address } } as const;
  const { states } = await readAssets(answering(context, answer), [token.address], undefined, asked(context));
  const value = factOf(states[0], 'authority', 'creator') as { accountType: string; threshold: number };
  assert.equal([value.accountType, value.threshold], ['multisig', 2]);
});

test('a contract that no transaction created has none', async (context) => {
  const provider = answering(context, { kind: 'result', result: null });
  const { states } = await readAssets(provider, [context.token.address], undefined, asked(context));
  assert.equal([states[0]?.reading, factOf(states[0], 'authority', 'creator')], ['stated', undefined]);
});

const unusable: readonly (readonly [name: string, answer: RpcAnswer])[] = [
  ['an error', { kind: 'error', code: -32_601, message: 'the method does not exist' }],
  ['no address', { kind: 'result', result: { creator: '0x12' } }],
  ['a text', { kind: 'result', result: 'nobody' }],
];
for (const [name, answer] of unusable) {
  test(`${name} in place of the creator leaves an asset unreadable whose creator the header announced`, async (context) => {
    const { token } = context;
    const { states } = await readAssets(answering(context, answer), [token.address], undefined, asked(context));
    assert.equal([states[0]?.reading, states[0]?.unread], ['unreadable', [`${token.address} creator`]]);
  });
}

test.run();
