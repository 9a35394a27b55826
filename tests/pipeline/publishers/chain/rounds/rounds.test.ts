import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chainSources } from '../../../../../cli/service/health/chain-sources.ts';
import { chainStatuses } from '../../../../../cli/service/health/chain-status.ts';
import type { RpcProvider } from '../../../../../infra/rpc/provider.ts';
import { createMetrics } from '../../../../../infra/metrics.ts';
import { evmPlanVersion } from '../../../../../pipeline/chain/evm/plan.ts';
import { partitionOf } from '../../../../../infra/log/murmur2.ts';
import { resumeRounds, roundStateName } from '../../../../../pipeline/publishers/chain/rounds/assets/round-state.ts';
import { type DeployedContract, openTestChain, type TestChain } from '../../../../support/chain/contracts.ts';
import { NodeError, testProvider, type TwistedNode, twistNode } from '../../../../support/chain/twisted-node.ts';
import { openRounds, type RoundsWorld } from './harness.ts';

interface Context {
  chain: TestChain;
  rounds: RoundsWorld;
  nodes: readonly TwistedNode[];
  safe: DeployedContract;
  token: DeployedContract;
  /** Takes the chain back to what each test finds. */
  restore: () => Promise<void>;
}
const test = suite<Context>('rounds of a chain');

test.before(async (context) => {
  const chain = (context.chain = await openTestChain());
  const [a = '', b = ''] = chain.keys;
  context.safe = await chain.safe([a, b], 2);
  context.token = await chain.deploy('OwnedToken', context.safe.address);
  await chain.finalize();
});
test.before.each(async (context) => {
  const { chain } = context;
  context.restore = await chain.remember();
  context.nodes = await Promise.all(['own', 'b', 'c'].map((label) => twistNode(chain.anvil.url, label)));
  context.rounds = await openRounds(await chain.now());
});
test.after.each(async ({ rounds, nodes, restore }) => {
  await rounds.close();
  await Promise.all(nodes.map(({ close }) => close()));
  await restore();
});

const failing = (): never => {
  throw new Error('no health');
};
const readings = (rounds: RoundsWorld, n = 1): Promise<readonly unknown[]> => rounds.values(n, 'chain_reading');
const stated = (rounds: RoundsWorld, n = 1): Promise<void> =>
  rounds.reach('stated', async () => (await readings(rounds, n)).includes('stated'));
const providers = (nodes: readonly TwistedNode[], count: number) => nodes.slice(0, count).map((node) => node.provider);

/** The Safe acts for itself. */
async function fromSafe({ chain, safe }: Context, method: string, values: readonly unknown[]): Promise<void> {
  await chain.anvil.rpc('anvil_impersonateAccount', safe.address);
  await chain.anvil.rpc('anvil_setBalance', safe.address, '0xde0b6b3a7640000');
  await chain.send(safe, method, values, safe.address);
  await chain.finalize();
}
const thresholds = async ({ rounds, safe }: Context): Promise<readonly unknown[]> =>
  (await rounds.values(1, 'control', safe.shown)).map((value) => (value as { threshold: number }).threshold);

test('a new asset is read at once, and a threshold that changed within a step, by a quorum of two', async (context) => {
  const { rounds, nodes, token } = context;
  await rounds.start(providers(nodes, 2));
  await rounds.round();
  await rounds.declare(token.address);
  await stated(rounds);
  assert.equal(await thresholds(context), [2]);
  await fromSafe(context, 'changeThreshold', [1n]);
  await rounds.reach('the threshold', async () => (await thresholds(context)).length === 2);
  assert.equal(await thresholds(context), [2, 1]);
  assert.ok(
    (await rounds.observations()).every(({ quorum, extractor }) => quorum === 2 && extractor === evmPlanVersion),
  );
  await rounds.round(2);
  const captures = await rounds.world.values('feed.captures');
  assert.is(captures.length, 2, 'what does not differ is not stated');
  assert.ok((await rounds.world.values('feed.runs')).every(({ status }) => status === 'accepted'));
  const { problem, unstated, assets, block } = rounds.health() ?? failing();
  assert.equal([problem, unstated, assets, typeof block?.number], [null, 0, 1, 'number']);
});

/** Nothing is due by time: only hints and open statements are read again. */
const seldom = { sweepMs: 24 * 60 * 60 * 1000 };

test('a change of a controller that logged an event is read within a step, although nothing is due', async (context) => {
  const { rounds, nodes, token, chain } = context;
  const other = await chain.deploy('OwnedToken', chain.keys[7] ?? '');
  await chain.finalize();
  await rounds.declare(token.address, other.address);
  await rounds.start(providers(nodes, 2), seldom);
  await stated(rounds, 1);
  await stated(rounds, 2);
  await rounds.round();
  await fromSafe(context, 'changeThreshold', [1n]);
  await rounds.reach('the threshold', async () => (await thresholds(context)).length === 2);
  assert.is((await rounds.values(2, 'chain_reading')).length, 1);
});

test('hints of a node that is behind are void, and the next one is asked', async (context) => {
  const { rounds, nodes, token } = context;
  const behind = nodes.slice(0, 2);
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 3), seldom);
  await stated(rounds);
  await rounds.round();
  for (const node of behind) {
    node.twist = ({ method, params }) => {
      if (method === 'eth_getLogs') return [];
      return method === 'eth_getBlockByNumber' && params[0] !== 'finalized' && node.asked.includes('eth_getLogs')
        ? null
        : undefined;
    };
    node.asked.length = 0;
  }
  await fromSafe(context, 'changeThreshold', [1n]);
  await rounds.reach('the threshold', async () => (await thresholds(context)).length === 2);
});

test('what was read differently is stated as soon as the providers agree, although nothing is due', async (context) => {
  const { rounds, nodes, token, chain, safe } = context;
  const [, liar] = nodes;
  if (liar === undefined) throw new Error('no nodes');
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 2), seldom);
  await stated(rounds);
  await rounds.round();
  liar.twist = lie(safe, chain);
  await fromSafe(context, 'changeThreshold', [1n]);
  await rounds.reach('the dispute', () => rounds.health()?.problem === 'providers_disagree');
  liar.twist = () => undefined;
  await rounds.reach('the threshold', async () => (await thresholds(context)).length === 2);
});

test('an address without a contract is stated so, and a contract that appears there later is read', async (context) => {
  const { rounds, nodes, chain, token } = context;
  const empty = `0x${'12'.repeat(20)}`;
  await rounds.declare(empty);
  await rounds.start(providers(nodes, 2));
  await rounds.reach('an answer', async () => (await readings(rounds)).length === 1);
  assert.equal(await readings(rounds), ['no_contract']);
  await chain.anvil.rpc('anvil_setCode', empty, await chain.anvil.rpc('eth_getCode', token.address, 'latest'));
  await chain.finalize();
  await stated(rounds);
});

test('what one provider alone changed is stated again at a later block', async (context) => {
  const { rounds, nodes, token, chain } = context;
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 1));
  await stated(rounds);
  await fromSafe(context, 'changeThreshold', [1n]);
  await rounds.reach('the change', async () => (await thresholds(context)).length >= 2);
  await rounds.round(2);
  assert.equal(await thresholds(context), [2, 1], 'the same block confirms nothing');
  await chain.finalize();
  await rounds.reach('the confirmation', async () => (await thresholds(context)).length === 3);
  await chain.finalize();
  await rounds.round(2);
  assert.equal(await thresholds(context), [2, 1, 1]);
});

/** Another owner of the Safe in every answer about contracts; the blocks and their proofs stay. */
const otherOwner =
  ({ chain }: Context): TwistedNode['twist'] =>
  ({ method }, result) => {
    const [a = ''] = chain.keys;
    if (method === 'eth_getProof' || method.startsWith('eth_getBlock')) return undefined;
    return JSON.parse(JSON.stringify(result).replaceAll(a.slice(2), '34'.repeat(20))) as unknown;
  };

test('what a provider can do is tried once an hour, and stands in its health', async (context) => {
  const { rounds, nodes, token } = context;
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 2));
  await stated(rounds);
  const [own] = rounds.health()?.providers ?? [];
  assert.equal(own?.capabilities, { overrides: true, proofs: 'verified', archive: null, creator: true, batches: true });
  // Only the trial asks for balances.
  const trials = () => nodes.slice(0, 2).map(({ asked }) => asked.filter((one) => one === 'eth_getBalance').length);
  const first = trials();
  assert.ok(first.every((count) => count > 0));
  await rounds.round(2);
  assert.equal(trials(), first);
});

for (const [name, known] of [
  ['all providers state the creator', 2],
  ['one of two states the creator', 1],
] as const) {
  test(`who created a token: ${name}`, async (context) => {
    const { rounds, nodes, token, chain } = context;
    for (const node of nodes.slice(known)) {
      node.twist = ({ method }) =>
        method === 'ots_getContractCreator' ? new NodeError(-32_601, 'the method does not exist') : undefined;
    }
    await rounds.declare(token.address);
    await rounds.start(providers(nodes, 2));
    await stated(rounds);
    const creators = (await rounds.values(1, 'authority', 'creator')) as readonly { readonly address: string }[];
    const [deployer = ''] = chain.keys;
    const expected = known === 2 ? [deployer] : [];
    const asked = (): number =>
      nodes.flatMap((node) => node.asked).filter((one) => one === 'ots_getContractCreator').length;
    const before = asked();
    await fromSafe(context, 'changeThreshold', [1n]);
    await rounds.reach('another statement', async () => (await thresholds(context)).length === 2);
    if (known === 2) assert.is(asked(), before, 'it is asked for once');
    assert.equal(
      creators.map(({ address }) => address.toLowerCase()),
      expected,
    );
  });
}

test('a provider whose proofs do not fit its own blocks is left out at once', async (context) => {
  const { rounds, nodes, token } = context;
  const [liar] = nodes;
  if (liar === undefined) throw new Error('no node');
  liar.twist = ({ method }, result) => {
    if (method !== 'eth_getProof') return undefined;
    const { accountProof, ...others } = result as { readonly accountProof: readonly string[] };
    return { ...others, accountProof: [...accountProof, '0x00'] };
  };
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 3));
  await stated(rounds);
  const [own, b] = rounds.health()?.providers ?? [];
  assert.equal([own?.state, own?.capabilities?.proofs, b?.state], ['left_out', 'contradicted', 'used']);
  assert.match(own?.message ?? '', /^provider own gives proofs that do not fit the state root of block \d+$/);
});

test('no URL of a provider is in captures, health, status or metrics', async (context) => {
  const { rounds, nodes, token } = context;
  const [own, b] = nodes;
  if (own === undefined || b === undefined) throw new Error('no node');
  const key = 'SECRETKEY47110815';
  const hosts: string[] = [];
  const secret = nodes.slice(0, 2).map(({ url, provider: { label } }) => {
    hosts.push(new URL(url).host);
    return testProvider(label, `${url}/v2/${key}?token=${key}`);
  });
  // A request that a node refuses is recorded with the node's error, which repeats the URL.
  own.twist = ({ method }) =>
    method === 'eth_getProof' || method === 'ots_getContractCreator'
      ? new NodeError(-32_005, `https://${hosts[0] ?? ''}/v2/${key} is over its limit`)
      : undefined;
  await rounds.declare(token.address);
  await rounds.start(secret);
  await stated(rounds);
  b.respond = (response) => response.writeHead(403).end(`no key ${key}`);
  await rounds.reach('it fails', () => rounds.health()?.providers[1]?.state === 'failing');
  const captures = await rounds.world.values('feed.captures');
  const cassettes = await Promise.all(
    captures.flatMap(({ artifacts }) => artifacts).map(async ({ sha256 }) => rounds.artifacts.get(sha256)),
  );
  const texts = cassettes.map((bytes) => gunzipSync(bytes).toString('utf8'));
  const health = rounds.health() ?? failing();
  const chains = new Map([[health.chain, health]]);
  const metrics = await createMetrics(chainSources(() => chains, rounds.now)).text();
  const shown = [
    ...texts,
    JSON.stringify([rounds.healths, captures, chainStatuses(chains, rounds.now())]),
    metrics,
  ].join('\n');
  assert.ok(texts.length > 0 && texts.every((text) => text.includes('"providers"')));
  assert.ok(
    texts.some((text) => text.includes('"message":"refused by the node"')),
    'that it refuses is recorded',
  );
  for (const part of [key, 'is over its limit', ...hosts]) assert.is(shown.includes(part), false, part);
});

test('statements have proofs, which ingest states in the place', async (context) => {
  const { rounds, nodes, token } = context;
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 2));
  await stated(rounds);
  const proven = (await rounds.observations()).filter(({ place }) => place?.endsWith(';proof'));
  assert.equal([...new Set(proven.map(({ field }) => field))].sort(), ['authority', 'code', 'control']);
  const asked = nodes.map((node) => node.asked.filter((method) => method === 'eth_getProof').length);
  assert.ok((asked[0] ?? 0) > 0 && (asked[1] ?? 0) > 0);
  for (const node of nodes) node.asked.length = 0;
  await rounds.round(2);
  assert.ok(
    nodes.every((node) => !node.asked.includes('eth_getProof')),
    'a sweep asks for none',
  );
});

for (const count of [1, 2]) {
  test(`of ${count} providers, one that the state root contradicts is named, and nothing is stated`, async (context) => {
    const { rounds, nodes, token } = context;
    const [liar] = nodes;
    if (liar === undefined) throw new Error('no node');
    liar.twist = otherOwner(context);
    await rounds.declare(token.address);
    await rounds.start(providers(nodes, count));
    await rounds.reach('it is left out', () => rounds.health()?.providers[0]?.state === 'left_out');
    assert.match(
      rounds.health()?.providers[0]?.message ?? '',
      /^the state root of block \d+ contradicts provider own at 0x[0-9a-f]{40}$/,
    );
    await rounds.round(2);
    assert.equal(
      (await rounds.observations()).filter(({ field }) => field === 'control'),
      [],
    );
    assert.is(rounds.health()?.problem, 'too_few_providers');
  });
}

test('of three providers, the one that the state root contradicts is left out, and the others state', async (context) => {
  const { rounds, nodes, token, chain } = context;
  const [liar] = nodes;
  if (liar === undefined) throw new Error('no node');
  liar.twist = otherOwner(context);
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 3));
  await stated(rounds);
  const control = (await rounds.observations()).filter(({ field }) => field === 'control');
  const [a = ''] = chain.keys;
  assert.ok(control.some(({ subjectKey }) => subjectKey.toLowerCase() === a));
  assert.ok(control.every(({ subjectKey }) => !subjectKey.startsWith('0x3434')));
});

test('supply is stated again when it differs by one percent', async (context) => {
  const { rounds, nodes, chain } = context;
  const [a = ''] = chain.keys;
  const token = await chain.deploy('OwnedToken', a);
  await chain.send(token, 'mint', [a, 1_000_000n]);
  await chain.finalize();
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 2));
  await stated(rounds);
  const [before] = await rounds.values(1, 'supply');
  const minted = BigInt(String(before));
  await chain.send(token, 'mint', [a, minted / 200n]);
  await chain.finalize();
  await rounds.round(3);
  assert.is((await rounds.values(1, 'supply')).length, 1);
  await chain.send(token, 'mint', [a, minted / 100n]);
  await chain.finalize();
  await rounds.reach('the supply', async () => (await rounds.values(1, 'supply')).length === 2);
});

test('two providers that contradict each other: nothing is stated, and they are named', async (context) => {
  const { rounds, nodes, token, safe } = context;
  const [own, liar] = nodes;
  if (own === undefined || liar === undefined) throw new Error('no nodes');
  liar.twist = lie(safe, context.chain);
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 2));
  await rounds.reach('the dispute', () => rounds.health()?.problem === 'providers_disagree');
  await rounds.round(2);
  assert.equal(await rounds.observations(), []);
  assert.match(rounds.health()?.message ?? '', /own.*b.*differently|b and own/);
  liar.twist = () => undefined;
  await stated(rounds);
});

test('of three providers, the two that agree hold, and the third is left out and named', async (context) => {
  const { rounds, nodes, token, safe } = context;
  const [liar] = nodes;
  if (liar === undefined) throw new Error('no nodes');
  liar.twist = lie(safe, context.chain);
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 3));
  await stated(rounds);
  assert.equal(await rounds.values(1, 'control', safe.shown).then((all) => all.length), 1);
  const [named] = rounds.health()?.providers ?? [];
  assert.is(named?.state, 'left_out');
  assert.match(named?.message ?? '', /provider own contradicts the others/);
  assert.ok((named?.leftOutUntil ?? 0) > rounds.now() + 59 * 60_000);
  liar.asked.length = 0;
  await rounds.round(2);
  assert.equal(liar.asked, []);
});

/** Another owner in place of the Safe, in every answer. */
const lie =
  (safe: DeployedContract, chain: TestChain): TwistedNode['twist'] =>
  ({ method }, result) =>
    method === 'eth_call' && typeof result === 'string'
      ? result.replaceAll(safe.address.slice(2), (chain.keys[5] ?? '').slice(2))
      : undefined;

type Respond = NonNullable<TwistedNode['respond']>;
const breakages: readonly (readonly [name: string, respond: Respond])[] = [
  ['429', (response) => response.writeHead(429, { 'retry-after': '0' }).end()],
  [
    'a cut body',
    (response) =>
      response
        .writeHead(200, { 'content-length': '900', 'content-type': 'application/json' })
        .write('[{"id":1', () => response.destroy()),
  ],
  ['no answer in time', () => undefined],
  ['HTML', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>')],
  [
    'null results',
    (response, messages) => {
      const nulls = messages.map(({ id }) => ({ jsonrpc: '2.0', id, result: null }));
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(nulls.length === 1 ? nulls[0] : nulls));
    },
  ],
];

for (const [name, respond] of breakages) {
  test(`a provider with ${name}: nothing is stated meanwhile, nothing is gone, and it goes on afterwards`, async (context) => {
    const { rounds, nodes, token } = context;
    const [, broken] = nodes;
    if (broken === undefined) throw new Error('no node');
    await rounds.declare(token.address);
    const { provider: patient } = broken;
    // While the node is broken, no answer is in time, however fast the machine is.
    const impatient = testProvider('b', broken.url, 20);
    const send: RpcProvider['send'] = (requests, signal) =>
      (broken.respond === null ? patient : impatient).send(requests, signal);
    await rounds.start([...providers(nodes, 1), { ...patient, send }]);
    await stated(rounds);
    const before = await rounds.observations();
    broken.respond = respond;
    await fromSafe(context, 'changeThreshold', [1n]);
    await rounds.reach('the problem', () => rounds.health()?.problem === 'too_few_providers');
    assert.equal(await rounds.observations(), before);
    assert.ok(rounds.health()?.providers.some(({ label, state }) => label === 'b' && state !== 'used'));
    broken.respond = null;
    await rounds.reach('the change', async () => (await thresholds(context)).length === 2);
  });
}

test('answers of contracts that are null or errors make the asset unreadable, never gone', async (context) => {
  const { rounds, nodes, token } = context;
  const [, broken] = nodes;
  if (broken === undefined) throw new Error('no node');
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 2));
  await stated(rounds);
  const before = await rounds.observations();
  broken.twist = ({ method }) => (method === 'eth_call' ? null : undefined);
  await fromSafe(context, 'changeThreshold', [1n]);
  await rounds.round(3);
  assert.equal(await rounds.observations(), before);
  broken.twist = () => undefined;
  await rounds.reach('the change', async () => (await thresholds(context)).length === 2);
});

/** Each answer under the id of the next one. */
const swapped: TwistedNode['shuffle'] = (answers) =>
  answers.map((answer, index) => ({ ...answer, id: answers[(index + 1) % answers.length]?.id ?? answer.id }));

for (const [name, isSwapped] of [
  ['all of its lists of answers', () => true],
  ['answers of contracts', (methods: readonly string[]) => methods.includes('eth_call')],
  ['answers about logs', (methods: readonly string[]) => methods.includes('eth_getLogs')],
] as const) {
  test(`a provider that swaps the ids of ${name}: nothing wrong is stated, and nothing is gone`, async (context) => {
    const { rounds, nodes, token } = context;
    const [, broken] = nodes;
    if (broken === undefined) throw new Error('no node');
    await rounds.declare(token.address);
    await rounds.start(providers(nodes, 2));
    await stated(rounds);
    broken.shuffle = (answers, messages) =>
      isSwapped(messages.map(({ method }) => method)) ? swapped(answers, messages) : answers;
    await fromSafe(context, 'changeThreshold', [1n]);
    await rounds.round(2);
    broken.shuffle = (answers) => answers;
    await rounds.reach('the change', async () => (await thresholds(context)).length === 2);
    assert.equal(await thresholds(context), [2, 1]);
    assert.equal(await rounds.values(1, 'gone'), []);
    assert.equal(new Set(await readings(rounds)), new Set(['stated']));
  });
}

test('a provider of another chain is not used', async ({ rounds, nodes, token }) => {
  const [, other] = nodes;
  if (other === undefined) throw new Error('no node');
  other.twist = ({ method }) => (method === 'eth_chainId' ? '0x2105' : undefined);
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 3));
  await stated(rounds);
  const [, named] = rounds.health()?.providers ?? [];
  assert.is(named?.state, 'wrong_chain');
  assert.match(named?.message ?? '', /^provider b is on .* 8453, not on/);
});

test('a provider that lags is left out of the round; one that is a little behind sets the block', async (context) => {
  const { rounds, nodes, token, chain } = context;
  const [, behind] = nodes;
  if (behind === undefined) throw new Error('no node');
  const early = await chain.anvil.rpc('eth_getBlockByNumber', 'finalized', false);
  behind.twist = ({ method, params }) =>
    method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? early : undefined;
  await chain.anvil.rpc('evm_increaseTime', '0x1e');
  await chain.finalize();
  await chain.finalize();
  await rounds.declare(token.address);
  const running = await rounds.start(providers(nodes, 3));
  await stated(rounds);
  assert.is(rounds.health()?.providers[1]?.state, 'lagging');
  await running.stop();
  const newest = rounds.health()?.block?.number ?? 0;
  assert.ok(newest > Number((early as { readonly number: string }).number));
  await rounds.start(providers(nodes, 3), { stepMs: 60_000, sweepMs: 60_000 });
  await rounds.reach('a block before the last one', () => rounds.health()?.problem === 'behind');
});

test('a finalized block that changed stops the rounds until an operator resumes them', async (context) => {
  const { rounds, nodes, token, chain } = context;
  await rounds.declare(token.address);
  const running = await rounds.start(providers(nodes, 2));
  await stated(rounds);
  const last = rounds.health()?.block?.number ?? 0;
  const otherHash: TwistedNode['twist'] = ({ method, params }, result) => {
    const isLast = method === 'eth_getBlockByNumber' && Number(params[0]) === last;
    return isLast ? { ...(result as object), hash: `0x${'ab'.repeat(32)}` } : undefined;
  };
  const [own, b] = nodes;
  if (own === undefined || b === undefined) throw new Error('no nodes');
  b.twist = otherHash;
  await fromSafe(context, 'changeThreshold', [1n]);
  await rounds.reach('one differs', () => rounds.health()?.problem === 'providers_disagree');
  own.twist = otherHash;
  await rounds.reach('the stop', () => rounds.health()?.problem === 'finalized_block_changed');
  const message = rounds.health()?.message ?? '';
  assert.match(message, new RegExp(`block ${last} was final with the hash 0x`));
  own.twist = b.twist = () => undefined;
  await rounds.round(2);
  await running.stop();
  assert.is((await thresholds(context)).length, 1);
  await rounds.start(providers(nodes, 2));
  await rounds.round(2);
  assert.is(rounds.health()?.problem, 'finalized_block_changed', 'also after a restart');
  const store = rounds.world.engine.openStore(roundStateName('ethereum'), 'data');
  const partition = partitionOf(Buffer.from('chain-ethereum'), 2);
  assert.is((await resumeRounds(store, partition))?.message, message);
  assert.is(await resumeRounds(store, partition), null);
  await rounds.reach('the change', async () => (await thresholds(context)).length === 2);
  await chain.finalize();
});

test('a reorganised chain is read at the block that became final', async (context) => {
  const { rounds, nodes, token, chain, safe } = context;
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 2));
  await stated(rounds);
  const takeBack = await chain.remember();
  await chain.anvil.rpc('anvil_impersonateAccount', safe.address);
  await chain.anvil.rpc('anvil_setBalance', safe.address, '0xde0b6b3a7640000');
  await chain.send(safe, 'changeThreshold', [1n], safe.address);
  await rounds.round(2);
  await takeBack();
  await chain.finalize();
  await rounds.round(3);
  assert.equal(await thresholds(context), [2], 'what was dropped before it was final is not stated');
  await fromSafe(context, 'addOwnerWithThreshold', [chain.keys[3] ?? '', 3n]);
  await rounds.reach('the change', async () => (await thresholds(context)).at(-1) === 3);
});

test('an asset that is not read in three steps is answered as unreadable, and stated later', async ({
  rounds,
  nodes,
  token,
}) => {
  const [broken] = nodes;
  if (broken === undefined) throw new Error('no node');
  broken.respond = (response) => response.writeHead(500).end();
  await rounds.declare(token.address);
  await rounds.start(providers(nodes, 1));
  await rounds.reach('an answer', async () => (await readings(rounds)).length === 1);
  assert.equal(await readings(rounds), ['unreadable']);
  await rounds.round(2);
  assert.equal(await readings(rounds), ['unreadable']);
  broken.respond = null;
  await stated(rounds);
});

test('a round that the gate rejects is stated again until a later block gives the same', async (context) => {
  const { rounds, nodes, chain, safe } = context;
  const tokens: string[] = [];
  for (let n = 0; n < 22; n += 1) tokens.push((await chain.deploy('OwnedToken', safe.address)).address);
  await chain.finalize();
  await rounds.declare(...tokens);
  await rounds.start(providers(nodes, 2), seldom);
  for (let n = 1; n <= 22; n += 1) await stated(rounds, n);
  await fromSafe(context, 'changeThreshold', [1n]);
  await rounds.reach('the rejection', () => (rounds.health()?.rejected ?? 0) >= 22);
  assert.equal(await thresholds(context), [2]);
  await chain.finalize();
  await rounds.reach('the change', async () => (await thresholds(context)).length === 2);
  for (let n = 1; n <= 22; n += 1) {
    assert.is((await rounds.values(n, 'control', safe.shown)).length, 2, `asset ${n}`);
  }
});

for (const moment of ['before', 'after'] as const) {
  test(`a process that ends ${moment} the commit of a capture states each change once`, async (context) => {
    const { rounds, nodes, token } = context;
    const { world } = rounds;
    await rounds.declare(token.address);
    const crash = new Error('the process ends here');
    const crashOnce = async (change: () => Promise<void>): Promise<void> => {
      world.faults[moment] = (processor, { outputs }) => {
        if (processor === roundStateName('ethereum') && outputs.length > 0) throw crash;
      };
      const running = await rounds.start(providers(nodes, 2), seldom);
      await change();
      assert.is(await rounds.end(running.rounds), crash);
      Reflect.deleteProperty(world.faults, moment);
      await running.stop();
    };
    await crashOnce(async () => undefined);
    const running = await rounds.start(providers(nodes, 2), seldom);
    await stated(rounds);
    await running.stop();
    await crashOnce(() => fromSafe(context, 'changeThreshold', [1n]));
    await rounds.start(providers(nodes, 2), seldom);
    await rounds.reach('the threshold', async () => (await thresholds(context)).length === 2);
    await rounds.round(2);
    assert.equal(await thresholds(context), [2, 1]);
    assert.ok((await rounds.world.values('feed.runs')).every(({ status }) => status === 'accepted'));
  });
}

/** The moment of a round, by the request that only this moment has: a statement alone asks for proofs. */
const moments = [
  ['sweep', 'eth_call'],
  ['statement', 'eth_getProof'],
] as const;

for (const [moment, method] of moments) {
  test(`a process that ends during a ${moment} states each change once`, async (context) => {
    const { rounds, nodes, token } = context;
    const crash = new Error('the process ends here');
    let isArmed = false;
    const armed = providers(nodes, 2).map(
      (provider): RpcProvider => ({
        ...provider,
        send: (requests, signal) =>
          isArmed && requests.some((request) => request.method === method)
            ? Promise.reject(crash)
            : provider.send(requests, signal),
      }),
    );
    await rounds.declare(token.address);
    const running = await rounds.start(armed, seldom);
    await stated(rounds);
    await rounds.round();
    isArmed = true;
    await fromSafe(context, 'changeThreshold', [1n]);
    assert.is(await rounds.end(running.rounds), crash);
    await running.stop();
    assert.equal(await thresholds(context), [2]);
    isArmed = false;
    await rounds.start(armed, seldom);
    await rounds.reach('the threshold', async () => (await thresholds(context)).length === 2);
    await rounds.round(2);
    assert.equal(await thresholds(context), [2, 1]);
  });
}

test('state that was lost is made again, and nothing is observed twice', async (context) => {
  const { rounds, nodes, token } = context;
  await rounds.declare(token.address);
  const running = await rounds.start(providers(nodes, 2), seldom);
  await stated(rounds);
  await running.stop();
  const before = await rounds.observations();
  await rounds.world.engine.openStore(roundStateName('ethereum'), 'data').reset(0);
  await rounds.start(providers(nodes, 2), seldom);
  await rounds.reach('the second capture', async () => (await rounds.world.values('feed.captures')).length === 2);
  await rounds.reach('a settled statement', () => rounds.health()?.unstated === 0);
  assert.equal(await rounds.observations(), before);
});

test('a restart states nothing again', async ({ rounds, nodes, token }) => {
  await rounds.declare(token.address);
  const running = await rounds.start(providers(nodes, 2));
  await stated(rounds);
  await rounds.round();
  await running.stop();
  await rounds.start(providers(nodes, 2));
  await rounds.round(2);
  assert.is((await rounds.world.values('feed.captures')).length, 1);
});

test.run();
