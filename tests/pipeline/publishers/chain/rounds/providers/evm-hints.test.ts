/** Queries of logs against a real node, behind a server that shortens or refuses its answers. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChainBlock } from '../../../../../../pipeline/chain/cassette-header.ts';
import { readBlock } from '../../../../../../pipeline/publishers/chain/read-block.ts';
import { readEvmHints } from '../../../../../../pipeline/publishers/chain/rounds/providers/evm-hints.ts';
import { createProviderSet } from '../../../../../../pipeline/publishers/chain/rounds/providers/provider-set.ts';
import { type DeployedContract, openTestChain, type TestChain } from '../../../../../support/chain/contracts.ts';
import { newestBlock } from '../../../../../support/chain/read-state.ts';
import { type TwistedNode, twistNode } from '../../../../../support/chain/twisted-node.ts';

interface Context {
  chain: TestChain;
  node: TwistedNode;
  token: DeployedContract;
  other: DeployedContract;
  from: number;
  to: ChainBlock;
}
const test = suite<Context>('hints from logs');
const { signal } = new AbortController();

test.before(async (context) => {
  const chain = await openTestChain();
  const [owner = '', next = ''] = chain.keys;
  Object.assign(context, {
    chain,
    token: await chain.deploy('OwnedToken', owner),
    other: await chain.deploy('OwnedToken', owner),
  });
  await chain.finalize();
  const before = await newestBlock(chain.anvil.provider());
  await chain.send(context.token, 'transferOwnership', [next]);
  await chain.send(context.other, 'mint', [next, 5n]);
  await chain.finalize();
  await chain.finalize();
  const [from, number] = [before.number + 1, before.number + 20];
  const found = await readBlock(chain.anvil.provider(), 1, { kind: 'number', number });
  if (!found.ok) throw new Error(found.message);
  Object.assign(context, { from, to: found.block });
});
test.before.each(async (context) => {
  context.node = await twistNode(context.chain.anvil.url, 'own');
});
test.after.each(({ node }) => node.close());

function read({ node, from, to, token, other }: Context, more: readonly string[] = []) {
  const [provider] = createProviderSet([node.provider], () => 0).asked();
  if (provider === undefined) throw new Error('no provider');
  return readEvmHints(provider, { from, to, watched: () => new Set([token.address, other.address, ...more]) }, signal);
}
const logQueries = ({ node }: Context): number => node.asked.filter((method) => method === 'eth_getLogs').length;

test('the contract with an event is found, and a transfer is no hint', async (context) => {
  assert.equal([...((await read(context)) ?? [])], [context.token.address]);
  assert.is(logQueries(context), 1);
});

test('more logs than 10,000 are asked for by halves, and in one block by addresses', async (context) => {
  const { node, token } = context;
  const many = Array.from({ length: 10_001 }, () => ({ address: `0x${'9'.repeat(40)}` }));
  node.twist = ({ method, params }) => {
    const [filter] = params as readonly [{ readonly address?: readonly string[] }];
    return method === 'eth_getLogs' && filter.address === undefined ? many : undefined;
  };
  const more = Array.from({ length: 1_500 }, (_, n) => `0x${String(n).padStart(40, '0')}`);
  assert.equal([...((await read(context, more)) ?? [])], [token.address]);
  const blocks = context.to.number - context.from + 1;
  assert.is(logQueries(context), 2 * blocks - 1 + 2 * blocks);
});

test('a node that is behind, fails, or always has too many logs gives no hints', async (context) => {
  const { node } = context;
  node.twist = ({ method }) => (method === 'eth_getBlockByNumber' ? null : undefined);
  assert.is(await read(context), null);
  node.twist = ({ method }) => (method === 'eth_getLogs' ? null : undefined);
  assert.is(await read(context), null);
  assert.ok(logQueries(context) < 200);
  node.respond = (response) => response.writeHead(500).end();
  assert.is(await read(context), null);
});

test('a range of more than a day is left to the sweep, and an empty one is not asked for', async (context) => {
  assert.is(await read({ ...context, from: context.to.number - 7_200 }), null);
  assert.equal([...((await read({ ...context, from: context.to.number + 1 })) ?? [])], []);
  assert.is(logQueries(context), 0);
});

test.run();
