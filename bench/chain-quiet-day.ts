import { readPlanOf, sweepPlanOf } from '../pipeline/chain/read-plans.ts';
import { digestOf } from '../pipeline/publishers/chain/rounds/asset-digest.ts';
import { observedChains } from '../pipeline/publishers/chain/rounds/chain-table.ts';
import { createProviderSet } from '../pipeline/publishers/chain/rounds/provider-set.ts';
import { type AssetMemory, openRoundState, type RoundState } from '../pipeline/publishers/chain/rounds/round-state.ts';
import { type RoundDeps, runRound } from '../pipeline/publishers/chain/rounds/round.ts';
import { createDueCounter } from '../pipeline/publishers/chain/rounds/run-chain.ts';
import { createUnreadableAssets } from '../pipeline/publishers/chain/rounds/unreadable.ts';
import { readLive } from '../pipeline/publishers/chain/read-live.ts';
import { sha256Hex } from '../schemas/values/hash.ts';
import type { BenchOptions } from './bench.ts';
import { atMost, type Measurement } from './measurement.ts';
import { blockAt, madeUpNode, tokenAt } from './support/made-up-node.ts';
import { memoryOf } from './support/process-memory.ts';

const assetCount = 100_000;
const dayMs = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 0, 10);
const methodsOfLogs = 'eth_getLogs';

/** A day of Ethereum on which nothing changes: all assets are swept, and a seventh is stated again by two providers. */
export async function measureQuietDay({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const observed = observedChains.get('ethereum');
  if (observed === undefined) throw new Error('no Ethereum');
  const count = Math.max(1_000, Math.round(assetCount * scale));
  const assets = Array.from({ length: count }, (_, index) => {
    const address = tokenAt(index);
    return { assetId: `asset-${String(index).padStart(6, '0')}`, address, standard: 'erc20', isReported: false };
  });
  const { openWorld } = await import('../tests/pipeline/runtime/harness.ts');
  const world = await openWorld(1);
  const state = await openRoundState(world.deps.openStore('chain:ethereum', 'data'), 0);
  let now = start;
  const clock = (): number => now;
  const before = memoryOf(process.pid)?.own ?? 0;
  await seed(state, assets, observed.family.plan);
  const nodes = [madeUpNode('own', clock), madeUpNode('b', clock)];
  const deps: RoundDeps = {
    ...{ codec: world.deps.codec, clock, observed, state, quorum: 2 },
    artifacts: { put: async (bytes) => ({ sha256: sha256Hex(bytes), bytes: bytes.length }) },
    providers: createProviderSet(nodes, clock),
    unreadable: createUnreadableAssets(observed.stepMs),
  };
  const due = createDueCounter({ sweepMs: dayMs, round: deps });
  let [stated, peak, turn] = [0, 0, 0];
  for (; now < start + dayMs; now += observed.stepMs, turn += 1) {
    const request = { kind: 'step', assets, due: due.take(count, now), longestUnread: dayMs, turn } as const;
    const { round, problem } = await runRound(deps, request, new AbortController().signal);
    if (problem !== null) throw new Error(problem);
    stated += round?.stated ?? 0;
    await accept(state);
    if (turn % 60 === 0) peak = Math.max(peak, memoryOf(process.pid)?.own ?? 0);
  }
  await world.close();
  const asked = (isCounted: (method: string) => boolean): number =>
    nodes.reduce((sum, { asked: own }) => sum + [...own].reduce((n, [m, many]) => n + (isCounted(m) ? many : 0), 0), 0);
  const ofReadings = new Set(['eth_call', 'eth_getBlockByHash', 'eth_getProof']);
  const floor = { name: 'two calls for each 200 accounts of four levels', value: (count + (count * 2) / 7) / 25 };
  const name = `${count} assets, a quiet day, ${stated} stated again`;
  return [
    { name: `${name}: calls`, unit: 'calls', value: asked((m) => ofReadings.has(m)), floor, target: atMost(8_000) },
    {
      name: `${name}: queries of logs`,
      unit: 'queries',
      value: asked((m) => m === methodsOfLogs),
      floor: null,
      target: atMost(300),
    },
    {
      name: `${name}: memory of its own`,
      unit: 'MiB',
      value: peak,
      floor: { name: 'the process before', value: before },
      target: atMost(300),
    },
  ];
}

type Assets = readonly { readonly assetId: string; readonly address: string; readonly standard: string }[];

/** What is known after the week before: a seventh was stated on each day, and all were read on the last. */
async function seed(state: RoundState, assets: Assets, plan: string): Promise<void> {
  const block = blockAt(start - dayMs);
  const node = madeUpNode('own', () => start - dayMs);
  const size = 1_000;
  for (let at = 0; at < assets.length; at += size) {
    const batch = assets.slice(at, at + size);
    const digests: string[][] = [];
    for (const read of [readPlanOf(plan), sweepPlanOf(plan)]) {
      if (read === undefined) throw new Error(plan);
      const live = await readLive(read('eip155:1', block, batch), node);
      if (!('ok' in live) || 'refused' in live.value) throw new Error('the made-up node failed');
      digests.push(live.value.map((one) => digestOf(one).facts));
    }
    const memories = batch.map(({ assetId }, index): [string, AssetMemory] => {
      const share = (at + index) / assets.length;
      const [facts = '', swept = ''] = digests.map((all) => all[index] ?? '');
      const stated = {
        ...{ facts, supply: null, plan, at: start - Math.round(share * 7 * dayMs), block: block.number, alone: false },
        ...{ accounts: [1, 2, 3].map((level) => tokenAt(at + index, level)), swept },
      };
      return [assetId, { readAt: start - Math.round((1 - share) * dayMs), stated, pending: null }];
    });
    await state.commit({ tip: block, hintedUpTo: block.number, assets: new Map(memories) });
  }
}

/** What `ingest` does with captures that say nothing new. */
async function accept(state: RoundState): Promise<void> {
  const changed = new Map<string, AssetMemory>();
  for (const assetIds of state.pending().values()) {
    for (const assetId of assetIds) {
      const memory = state.asset(assetId);
      if (memory.pending === null) continue;
      const { captureId: _, capturedAt: __, ...stated } = memory.pending;
      changed.set(assetId, { ...memory, stated, pending: null });
    }
  }
  if (changed.size > 0) await state.commit({ assets: changed });
}
