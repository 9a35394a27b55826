import { decodeCassette } from '../../pipeline/chain/decode-cassette.ts';
import { type Cassette, writeCassette } from '../../pipeline/chain/cassette.ts';
import type { ReadingHeader } from '../../pipeline/chain/cassette-header.ts';
import { evmPlanVersion } from '../../pipeline/chain/evm/plan.ts';
import { readPlanOf, sweepPlanOf } from '../../pipeline/chain/read-plans.ts';
import type { AssetState } from '../../pipeline/chain/statement.ts';
import { readLive } from '../../pipeline/publishers/chain/read-live.ts';
import { digestOf } from '../../pipeline/publishers/chain/rounds/assets/asset-digest.ts';
import type { RpcProvider } from '../../infra/rpc/provider.ts';
import type { BenchOptions } from '../bench.ts';
import { type ControlledTokens, counting, deployControlled } from './world.ts';
import { type Measurement, atMost, median, ratioAtLeast, ratioAtMost } from '../measurement.ts';
import { profiled } from '../support/probes/profile.ts';

const assetCount = 1_000;
const repeats = 3;
/** Assets of the comparison with a request for each question. */
const singleCount = 20;

/** Requests and time of a reading of tokens with four levels of controllers. */
export async function measureReading({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> {
  const count = Math.max(singleCount, Math.round(assetCount * scale));
  const world = await deployControlled(count);
  const reader = await openReader(world);
  const [first, sweep, whole] = [await reader.read('sweep'), await reader.read('sweep'), await reader.read('whole')];
  if (profile) await profiled('decode', async () => decodeCassette(whole.cassette));
  const perThousand = (calls: number): number => (calls * 1_000) / count;
  const accounts = new Set(whole.states.flatMap(({ facts }) => facts.map(({ subjectKey }) => subjectKey))).size + count;
  const fewest = { name: 'two calls for each 200 accounts', value: perThousand(2 * Math.ceil(accounts / 200)) };
  const calls = (name: string, value: number, target: Measurement['target']): Measurement => ({
    name: `calls of ${name}, 1,000 assets`,
    unit: 'calls',
    value: perThousand(value),
    floor: fewest,
    target,
  });
  return [
    calls('the first sweep of a process', first.calls, null),
    calls('a sweep', sweep.calls, atMost(30)),
    calls('a whole reading', whole.calls, null),
    await wallOf(reader, count),
    await againstSingle(reader, count),
    decodeOf(whole.cassette, count),
  ];
}

interface Reading {
  readonly calls: number;
  readonly ms: number;
  readonly bodies: readonly (readonly { readonly method: string; readonly params: readonly unknown[] }[])[];
  readonly states: readonly AssetState[];
  readonly cassette: Cassette<ReadingHeader>;
}

interface Reader {
  readonly url: string;
  readonly read: (depth: 'sweep' | 'whole', provider?: RpcProvider, addresses?: readonly string[]) => Promise<Reading>;
  readonly provider: () => RpcProvider;
}

async function openReader({ chain, tokens }: ControlledTokens): Promise<Reader> {
  const { assetAt, newestBlock } = await import('../../tests/support/chain/read-state.ts');
  const provider = (): RpcProvider => chain.anvil.provider();
  const block = await newestBlock(provider());
  return {
    url: chain.anvil.url,
    provider,
    read: async (depth, given = provider(), addresses = tokens) => {
      const plan = (depth === 'sweep' ? sweepPlanOf : readPlanOf)(evmPlanVersion);
      if (plan === undefined) throw new Error(evmPlanVersion);
      const assets = addresses.map(assetAt);
      const counted = counting(given);
      const start = performance.now();
      const live = await readLive(plan('eip155:1', block, assets), counted);
      const ms = performance.now() - start;
      if (!('ok' in live) || 'refused' in live.value) throw new Error('the reading failed');
      const unread = live.value.filter(({ reading }) => reading !== 'stated').length;
      if (unread > 0) throw new Error(`${unread} assets were not read`);
      const common = { cassette: 1, chain: 'eip155:1', plan: evmPlanVersion, block, providers: ['own'] } as const;
      const header: ReadingHeader = { ...common, quorum: 1, swept: assets.length, assets };
      const cassette = { header, exchanges: live.exchanges.map((exchange) => ({ ...exchange, by: 'own' })) };
      return { calls: counted.calls(), ms, bodies: counted.sent, states: live.value, cassette };
    },
  };
}

/** The wall of a sweep beside the same bodies, whose answers are only parsed. */
async function wallOf(reader: Reader, count: number): Promise<Measurement> {
  const [walls, floors]: number[][] = [[], []];
  for (let turn = 0; turn <= repeats; turn++) {
    const { ms, bodies } = await reader.read('sweep');
    const start = performance.now();
    for (const body of bodies) {
      const sent = body.map((request, id) => ({ jsonrpc: '2.0', id, ...request }));
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(reader.url, { method: 'POST', headers, body: JSON.stringify(sent) });
      JSON.parse(await answer.text());
    }
    const bare = performance.now() - start;
    if (turn === 0) continue;
    walls?.push((ms * 1_000) / count);
    floors?.push((bare * 1_000) / count);
  }
  const floor = { name: 'the same bodies sent, their answers only parsed', value: median(floors ?? []) };
  return { name: 'sweep of 1,000 assets', unit: 'ms', value: median(walls ?? []), floor, target: ratioAtMost(1.3) };
}

/** Assets in a second beside those of a node without overrides, which gets a request for each question. */
async function againstSingle(reader: Reader, count: number): Promise<Measurement> {
  const own = reader.provider();
  const plain: RpcProvider = {
    label: own.label,
    send: async (requests, signal) => {
      const reply = await own.send(requests, signal);
      if (reply.kind !== 'answers') return reply;
      const refused = { kind: 'error', code: -32_602, message: 'too many arguments' } as const;
      const answers = reply.answers.map((answer, index) => {
        const { method, params } = requests[index] ?? { method: '', params: [] };
        return method === 'eth_call' && params.length > 2 ? refused : answer;
      });
      return { kind: 'answers', answers };
    },
  };
  const addresses = (await reader.read('sweep')).states.slice(0, singleCount).map(({ address }) => address);
  const [many, single] = [await reader.read('whole'), await reader.read('whole', plain, addresses)];
  const floor = { name: 'a request for each question', value: (singleCount * 1_000) / single.ms };
  const value = (count * 1_000) / many.ms;
  return { name: 'whole readings', unit: 'assets/s', value, floor, target: ratioAtLeast(20) };
}

/** Processor time of decoding and comparing a whole reading, beside its bytes. */
function decodeOf(cassette: Cassette<ReadingHeader>, count: number): Measurement {
  const lines = writeCassette(cassette).trimEnd().split('\n');
  const [values, floors]: number[][] = [[], []];
  for (let turn = 0; turn <= repeats; turn++) {
    const value = cpuOf(() => {
      const decoded = decodeCassette(cassette);
      if (!decoded.ok) throw new Error(decoded.reason);
      for (const state of decoded.states) digestOf(state);
    });
    const bare = cpuOf(() => {
      for (const line of lines) {
        const { result } = JSON.parse(line) as { readonly result?: unknown };
        if (typeof result === 'string') Buffer.from(result.slice(2), 'hex');
      }
    });
    if (turn === 0) continue;
    values?.push((value * 1_000) / count);
    floors?.push((bare * 1_000) / count);
  }
  const floor = { name: 'the same lines parsed, their hex to bytes', value: median(floors ?? []) };
  const name = 'decode and compare 1,000 assets, processor time';
  return { name, unit: 'ms', value: median(values ?? []), floor, target: atMost(150) };
}

function cpuOf(work: () => void): number {
  globalThis.gc?.();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const hostileShare = 0.05;

/** One in twenty contracts uses up all gas of whatever it is asked. */
export async function measureHostile({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const count = Math.max(40, Math.round(assetCount * scale * 0.4));
  const { openTestChain } = await import('../../tests/support/chain/contracts.ts');
  const { readAssets } = await import('../../tests/support/chain/read-state.ts');
  const chain = await openTestChain();
  const [owner = ''] = chain.keys;
  const deploy = async (name: string, many: number, ...values: readonly unknown[]): Promise<readonly string[]> => {
    const addresses: string[] = [];
    while (addresses.length < many) addresses.push((await chain.deploy(name, ...values)).address);
    return addresses;
  };
  const good = await deploy('OwnedToken', count, owner);
  const bad = await deploy('Burner', Math.round(count * hostileShare));
  await chain.finalize();
  const [mixed, alone]: number[][] = [[], []];
  for (let turn = 0; turn <= repeats; turn++) {
    const walls: number[] = [];
    for (const addresses of [[...good, ...bad], good]) {
      const start = performance.now();
      const { states } = await readAssets(chain.anvil.provider(), addresses);
      walls.push(performance.now() - start);
      const stated = states.filter(({ reading }) => reading === 'stated').length;
      if (stated !== good.length) throw new Error(`${stated} of ${good.length} were read`);
    }
    if (turn === 0) continue;
    mixed?.push(walls[0] ?? 0);
    alone?.push(walls[1] ?? 0);
  }
  const floor = { name: 'the same assets without them', value: median(alone ?? []) };
  const name = `${good.length} assets with 5 % hostile contracts, everyone else read`;
  return [{ name, unit: 'ms', value: median(mixed ?? []), floor, target: ratioAtMost(1.2) }];
}
