/** Providers that have lost old logs for good, beside others that have them. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DeployedContract, openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { type TwistedNode, twistNode } from '../../../../support/chain/twisted-node.ts';
import { openRounds, type RoundsWorld } from './harness.ts';

interface Context {
  chain: TestChain;
  token: DeployedContract;
  /** The block of its oldest logs. */
  oldest: number;
  nodes: readonly TwistedNode[];
  rounds: RoundsWorld;
}

const test = suite<Context>('providers that have lost logs');
const minterRole = Buffer.from('9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6', 'hex');
const labels = ['first', 'second', 'third'];

test.before(async (context) => {
  const chain = (context.chain = await openTestChain());
  const [a = '', b = '', c = ''] = chain.keys;
  context.token = await chain.deploy('RoleToken', a, [b]);
  context.oldest = Number(await chain.anvil.rpc('eth_blockNumber'));
  await chain.send(context.token, 'grantRole', [minterRole, c]);
  await chain.finalize();
});
test.before.each(async (context) => {
  context.nodes = await Promise.all(labels.map((label) => twistNode(context.chain.anvil.url, label)));
  context.rounds = await openRounds(await context.chain.now());
});
test.after.each(async ({ nodes, rounds }) => {
  await rounds.close();
  await Promise.all(nodes.map(({ close }) => close()));
});

/** A node gives the logs behind a block, and no error. */
function loseLogs({ oldest, nodes }: Context, label: string): void {
  const node = nodes[labels.indexOf(label)];
  if (node === undefined) throw new Error(`no node ${label}`);
  node.twist = ({ method }, result) =>
    method === 'eth_getLogs'
      ? (result as readonly { readonly blockNumber: string }[]).filter(
          ({ blockNumber }) => Number(blockNumber) > oldest,
        )
      : undefined;
}

interface KnownHolders {
  readonly notKnown: readonly unknown[];
  readonly minters: number;
}

async function statedAfter(context: Context, count: number): Promise<KnownHolders> {
  const { rounds, nodes, token } = context;
  await rounds.start(nodes.slice(0, count).map(({ provider }) => provider));
  await rounds.round();
  await rounds.declare(token.address);
  await rounds.reach('stated', async () => (await rounds.values(1, 'chain_reading')).includes('stated'));
  const minters = (await rounds.observations()).filter(
    ({ field, subjectKey }) => field === 'authority' && subjectKey.startsWith('mint_authority:'),
  );
  return { notKnown: await rounds.values(1, 'holders_not_known'), minters: minters.length };
}

const cases: Readonly<Record<string, readonly [count: number, lost: readonly string[], isKnown: boolean]>> = {
  'none of three has lost logs': [3, [], true],
  'the first of three has': [3, ['first'], true],
  'the second of three has': [3, ['second'], true],
  'the third of three has': [3, ['third'], true],
  'two of three have, so no quorum has them': [3, ['first', 'second'], false],
  'all three have': [3, labels, false],
  'one of two has, and there is no other': [2, ['first'], false],
};

for (const [name, [count, lost, isKnown]] of Object.entries(cases)) {
  test(`${name}: holders that only logs name are ${isKnown ? '' : 'not '}known`, async (context) => {
    for (const label of lost) loseLogs(context, label);
    const { notKnown, minters } = await statedAfter(context, count);
    assert.is(minters, isKnown ? 2 : 0);
    assert.is(
      notKnown.some((types) => Array.isArray(types) && types.includes('mint_authority')),
      !isKnown,
    );
  });
}

test('where the others do not answer, what one without old logs can know is stated', async (context) => {
  loseLogs(context, 'first');
  const [, , third] = context.nodes;
  if (third === undefined) throw new Error('no third node');
  third.respond = (response) => response.writeHead(500).end();
  assert.is((await statedAfter(context, 3)).minters, 0);
});

test.run();
