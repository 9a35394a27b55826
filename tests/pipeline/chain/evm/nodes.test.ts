import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lentCode } from '../../../../pipeline/chain/evm/calls/probe-code.ts';
import { createProvider, type RpcProvider } from '../../../../infra/rpc/provider.ts';
import { evmPlan } from '../../../../pipeline/chain/evm/plan.ts';
import { readBlock } from '../../../../pipeline/publishers/chain/read-block.ts';
import { readLive } from '../../../../pipeline/publishers/chain/read-live.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { encodeCall } from '../../../support/chain/contracts.ts';
import {
  assetAt,
  factOf,
  holdersIn,
  newestBlock,
  readAssets,
  replayedStates,
} from '../../../support/chain/read-state.ts';
import { openWorld, type World } from '../../../support/chain/world.ts';

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
/** What a node answers instead of the real one; undefined passes the request on. */
type Twist = (message: Message) => { readonly result?: unknown; readonly error?: unknown } | undefined;

interface Context {
  world: World;
  addresses: readonly string[];
  server: Server;
  twist: Twist;
  node: () => RpcProvider;
}

const test = suite<Context>('nodes that differ');

test.before(async (context) => {
  const world = await openWorld(async (chain) => {
    const [a = '', b = '', c = ''] = chain.keys;
    const safe = await chain.safe([a, b], 2);
    const fiat = await chain.deploy('FiatToken');
    const owned = await chain.deploy('OwnedToken', safe.address);
    const roles = await chain.deploy('RoleToken', a, [b, c]);
    const start = Buffer.from(encodeCall(fiat.abi, 'initialize', [a, b, c, c]).slice(2), 'hex');
    const proxy = await chain.deploy('TransparentUpgradeableProxy', fiat.address, c, start);
    return { owned: owned.address, roles: roles.address, proxy: proxy.address };
  });
  context.world = world;
  context.addresses = world.cassette.header.assets.map(({ address }) => address);
  const real = world.chain.anvil.provider();
  context.server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Message | readonly Message[];
      const respond = async (): Promise<void> => {
        const answers = await answer(real, 'id' in sent ? [sent] : sent, context.twist);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify('id' in sent ? answers[0] : answers));
      };
      respond().catch((error: unknown) => response.destroy(error as Error));
    });
  });
  await new Promise<void>((resolve) => context.server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(context.server.address() as AddressInfo).port}`;
  context.node = () =>
    createProvider({ label: 'twisted', url, rate: null, clock: () => 0, userAgent: 'attestry-test' });
});
test.after(async ({ server }) => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function answer(real: RpcProvider, messages: readonly Message[], twist: Twist): Promise<readonly unknown[]> {
  return Promise.all(
    messages.map(async (message) => {
      const twisted = twist(message);
      if (twisted !== undefined) return { id: message.id, ...twisted };
      const reply = await real.send([message]);
      const [own] = reply.kind === 'answers' ? reply.answers : [];
      return own?.kind === 'result' ? { id: message.id, result: own.result } : { id: message.id, error: own };
    }),
  );
}

const refused = { error: { code: -32_602, message: 'too many arguments, want at most 2' } };

test('without code overrides, single requests give the same facts', async (context) => {
  context.twist = ({ method, params }) => (method === 'eth_call' && params.length > 2 ? refused : undefined);
  const live = await readAssets(context.node(), context.addresses, context.world.cassette.header.block);
  assert.equal(live.states, context.world.states);
  assert.is(replayedStates(live.cassette), canonicalJson(live.states));
});

test('a node that ignores overrides is noticed, and asked singly', async (context) => {
  context.twist = ({ method, params }) => (method === 'eth_call' && params.length > 2 ? { result: '0x' } : undefined);
  const live = await readAssets(context.node(), context.addresses, context.world.cassette.header.block);
  assert.equal(live.states, context.world.states);
});

test('a call that is too much for a node is halved', async (context) => {
  const limit = { error: { code: -32_000, message: 'execution timeout' } };
  const tooMuch = (data: string): boolean => data.length > 10 && Number.parseInt(data.slice(2, 6), 16) > 2;
  context.twist = ({ method, params }) =>
    method === 'eth_call' && params.length > 2 && tooMuch((params[0] as { readonly data: string }).data)
      ? limit
      : undefined;
  const live = await readAssets(context.node(), context.addresses, context.world.cassette.header.block);
  assert.equal(live.states, context.world.states);
  assert.is(replayedStates(live.cassette), canonicalJson(live.states));
});

const unusable: readonly (readonly [name: string, twist: Twist])[] = [
  [
    'answers a survey with errors',
    ({ method, params }) => (isSurvey(method, params) ? { error: { code: 1, message: 'busy' } } : undefined),
  ],
  ['answers a survey with null', ({ method, params }) => (isSurvey(method, params) ? { result: null } : undefined)],
  [
    'answers a survey with cut bytes',
    ({ method, params }) => (isSurvey(method, params) ? { result: `0x${'00'.repeat(90)}` } : undefined),
  ],
  [
    'answers probes with errors',
    ({ params }) => (isProbe(params) ? { error: { code: -32_005, message: 'limit exceeded' } } : undefined),
  ],
];
const isSurvey = (method: string, params: readonly unknown[]): boolean =>
  method === 'eth_call' && params.length > 2 && (params[0] as { readonly data: string }).data.length > 10;
const isProbe = ([call, , lent]: readonly unknown[]): boolean =>
  typeof call === 'object' && call !== null && ('from' in call || JSON.stringify(lent ?? '').includes(lentCode));

for (const [name, twist] of unusable) {
  test(`a node that ${name}: nothing is stated`, async (context) => {
    context.twist = twist;
    const live = await readAssets(context.node(), context.addresses, context.world.cassette.header.block);
    assert.equal(
      live.states.map(({ reading, facts }) => [reading, facts.length]),
      context.addresses.map(() => ['unreadable', 0]),
    );
    assert.is(replayedStates(live.cassette), canonicalJson(live.states));
  });
}

const logTwists: readonly (readonly [name: string, twist: Twist])[] = [
  ['has lost its logs', ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined)],
  [
    'refuses to search logs',
    ({ method }) => (method === 'eth_getLogs' ? { error: { code: -32_005, message: 'no' } } : undefined),
  ],
  [
    'refuses ranges of pruned blocks',
    ({ method, params: [filter] }) =>
      method === 'eth_getLogs' && Number((filter as { readonly fromBlock: string }).fromBlock) < 2
        ? { error: { code: 4444, message: 'pruned history unavailable' } }
        : undefined,
  ],
  ['is behind', ({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined)],
];

for (const [name, twist] of logTwists) {
  test(`a node that ${name}: roles are not known, which is not "no holders"`, async (context) => {
    context.twist = twist;
    const live = await readAssets(context.node(), context.addresses, context.world.cassette.header.block);
    assert.equal(
      live.states.map(({ reading }) => reading),
      ['stated', 'stated', 'stated'],
    );
    const [, roles] = live.states;
    assert.equal(factOf(roles, 'holders_not_known'), ['mint_authority', 'owner', 'pause_authority']);
    assert.equal(holdersIn(roles), { upgrade_authority: null });
    assert.not.ok(roles?.facts.some(({ field }) => field === 'role'));
  });
}

test('a range of logs that a node refuses is halved', async (context) => {
  // Other files mine on the same node, and a range is halved into 64 requests at most.
  const longest = Math.ceil(context.world.cassette.header.block.number / 8);
  context.twist = ({ method, params }) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { readonly fromBlock: string; readonly toBlock: string };
    return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) > longest
      ? { error: { code: -32_005, message: 'range too large' } }
      : undefined;
  };
  const live = await readAssets(context.node(), context.addresses, context.world.cassette.header.block);
  assert.equal(live.states, context.world.states);
});

const badTips: readonly (readonly [name: string, twist: Twist, message: RegExp])[] = [
  [
    'another chain id',
    ({ method }) => (method === 'eth_chainId' ? { result: '0x2105' } : undefined),
    /is on chain 8453, not on chain 1/,
  ],
  [
    'a chain id that is none',
    ({ method }) => (method === 'eth_chainId' ? { result: null } : undefined),
    /is on chain \?/,
  ],
  [
    'no finalized block',
    ({ params }) => (params[0] === 'finalized' ? { error: { code: -39_001, message: 'unknown block' } } : undefined),
    /does not state which block is finalized/,
  ],
  [
    'a block without hash',
    ({ params }) => (params[0] === 'finalized' ? { result: { number: '0x1', timestamp: '0x1' } } : undefined),
    /does not state which block is finalized/,
  ],
];

for (const [name, twist, message] of badTips) {
  test(`a node with ${name} is not used`, async (context) => {
    context.twist = twist;
    const found = await readBlock(context.node(), 1, { kind: 'finalized' });
    assert.not.ok(found.ok);
    if (!found.ok) assert.match(found.message, message);
  });
}

test('a block that was dropped is refused, not read as "no contract"', async ({ world }) => {
  const { anvil } = world.chain;
  const provider = anvil.provider();
  const [asset = ''] = world.cassette.header.assets.map(({ address }) => address);
  const block = await newestBlock(provider);
  // A block without transactions could be mined again with the same hash.
  const [from = ''] = world.chain.keys;
  await world.chain.sendRaw({ from, to: from });
  const latest = (await anvil.rpc('eth_getBlockByNumber', 'latest', false)) as Readonly<Record<string, string>>;
  const dropped = {
    number: Number(latest['number']),
    hash: latest['hash'] ?? '',
    timestamp: Number(latest['timestamp']),
  };
  const read = async (at: typeof dropped): Promise<unknown> => {
    const live = await readLive(evmPlan('eip155:1', at, [assetAt(asset)]), provider);
    return 'ok' in live ? live.value : live;
  };
  assert.not.ok('refused' in ((await read(dropped)) as object), 'it is there before');
  await anvil.rpc('anvil_reorg', 2, []);
  assert.equal(await read(dropped), { refused: 'block_unknown' });
  assert.not.ok('refused' in ((await read(block)) as object), 'what was final stays');
});

test.run();
