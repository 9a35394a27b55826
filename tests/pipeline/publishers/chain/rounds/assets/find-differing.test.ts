/** What a sweep asks for, and what it leaves to hints and statements. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DeployedContract, openTestChain, type TestChain } from '../../../../../support/chain/contracts.ts';
import { NodeError, type TwistedNode, twistNode } from '../../../../../support/chain/twisted-node.ts';
import { openRounds, type RoundsWorld } from '../harness.ts';

interface Context {
  chain: TestChain;
  rounds: RoundsWorld;
  node: TwistedNode;
  token: DeployedContract;
}
const test = suite<Context>('what a sweep reads');
const minter = `0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6`;
const seldom = { sweepMs: 24 * 60 * 60 * 1000 };

test.before.each(async (context) => {
  const chain = await openTestChain();
  const [admin = '', holder = ''] = chain.keys;
  const token = await chain.deploy('RoleToken', admin, [holder]);
  await chain.finalize();
  const node = await twistNode(chain.anvil.url, 'own');
  const rounds = await openRounds(await chain.now());
  await rounds.declare(token.address);
  Object.assign(context, { chain, token, node, rounds });
});
test.after.each(async ({ rounds, node }) => {
  await rounds.close();
  await node.close();
});

const role = ({ rounds, token }: Context): Promise<readonly unknown[]> =>
  rounds.values(1, 'role', `${token.shown}:${minter}`);
const grant = async ({ chain, token }: Context, to: number): Promise<void> => {
  const [admin = ''] = chain.keys;
  await chain.send(token, 'grantRole', [Buffer.from(minter.slice(2), 'hex'), chain.keys[to]], admin);
  await chain.finalize();
};

/** Logs of the last blocks alone. */
const withoutHistories: TwistedNode['twist'] = ({ method, params }) => {
  const [filter] = params as readonly { readonly fromBlock?: string }[];
  return method === 'eth_getLogs' && filter?.fromBlock === '0x0' ? new NodeError(-32_000, 'busy') : undefined;
};

/** Starts rounds, and resolves after the one that follows the statement of the role. */
async function startedWithRole(context: Context, options?: Parameters<RoundsWorld['start']>[1]): Promise<void> {
  const { rounds, node } = context;
  await rounds.start([node.provider], options);
  await rounds.reach('the role', async () => (await role(context)).length === 1);
  await rounds.round();
}

test('a sweep asks for neither logs since the first block nor probes', async (context) => {
  const { rounds, node } = context;
  await startedWithRole(context);
  let calls = 0;
  let probes = 0;
  node.twist = ({ method, params }) => {
    const [call] = params as readonly { readonly from?: string }[];
    if (method === 'eth_call') calls += 1;
    if (method === 'eth_call' && call?.from !== undefined) probes += 1;
    return undefined;
  };
  node.asked.length = 0;
  await rounds.round(2);
  assert.ok(calls > 0);
  assert.equal([probes, node.asked.includes('eth_getLogs')], [0, false]);
});

test('a role that was granted is read within a step, although no sweep reads roles', async (context) => {
  const { rounds } = context;
  await startedWithRole(context, seldom);
  await grant(context, 4);
  await rounds.reach('the new holder', async () => (await role(context)).length >= 2);
});

test('where hints were not known, roles are read in full', async (context) => {
  const { rounds, node } = context;
  await startedWithRole(context, seldom);
  node.twist = ({ method, params }) => {
    const [filter] = params as readonly { readonly fromBlock?: string }[];
    return method === 'eth_getLogs' && filter?.fromBlock !== '0x0' ? new NodeError(-32_000, 'busy') : undefined;
  };
  await grant(context, 5);
  await rounds.reach('the new holder', async () => (await role(context)).length >= 2);
});

test('a role that was granted while logs were missing for more than three steps is read in its turn', async (context) => {
  const { rounds, node } = context;
  await startedWithRole(context, { sweepMs: 3_000 });
  node.twist = withoutHistories;
  await grant(context, 5);
  await rounds.round(5);
  assert.is((await role(context)).length, 1);
  node.twist = () => undefined;
  await rounds.reach('the new holder', async () => (await role(context)).length >= 2);
});

test('roles that no reading found while logs were missing are read in their turn once the logs are there', async (context) => {
  const { rounds, node } = context;
  node.twist = withoutHistories;
  await rounds.start([node.provider], { sweepMs: 300 });
  await rounds.reach('a statement', async () => (await rounds.values(1, 'holders_not_known')).length > 0);
  const isHistory = (method: string): boolean => method === 'eth_getLogs';
  for (const turn of ['second', 'third']) {
    node.asked.length = 0;
    await rounds.reach(`the ${turn} reading in full`, () => node.asked.some(isHistory));
  }
  await rounds.round();
  assert.equal(await role(context), []);
  node.twist = () => undefined;
  await rounds.reach('the holder', async () => (await role(context)).length === 1);
});

test('a role that was granted while the asset was withdrawn is read when it is declared again', async (context) => {
  const { rounds } = context;
  await startedWithRole(context, seldom);
  await rounds.withdraw(1);
  await grant(context, 5);
  await rounds.round(2);
  await rounds.restore(1);
  await rounds.reach('the new holder', async () => (await role(context)).length >= 2);
});

test.run();
