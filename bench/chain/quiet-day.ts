import { readPlanOf, sweepPlanOf } from '../../pipeline/chain/read-plans.ts';
import { readLive } from '../../pipeline/publishers/chain/read-live.ts';
import { digestOf } from '../../pipeline/publishers/chain/rounds/assets/asset-digest.ts';
import type { AssetMemory } from '../../pipeline/publishers/chain/rounds/assets/asset-memory.ts';
import { type RoundState, openRoundState } from '../../pipeline/publishers/chain/rounds/assets/round-state.ts';
import type { BenchOptions } from '../bench.ts';
import { type Measurement, atMost } from '../measurement.ts';
import { openBenchEngine } from '../support/engines/engine.ts';
import { inFolder } from '../support/engines/folder.ts';
import { blockAt, madeUpNode, tokenAt } from '../support/nodes/made-up-node.ts';
import { serveNodes } from '../support/nodes/quiet-node.ts';
import { type QuietDayResult, assetsOfDay, ethereum, runQuietDay } from '../support/nodes/quiet-publisher.ts';
import { dayMs, hourMs } from '../../schemas/values/durations.ts';

const assetCount = 100_000;
const start = Date.UTC(2026, 0, 10);
const methodsOfReadings = new Set(['eth_call', 'eth_getBlockByHash', 'eth_getProof']);

/**
 * A day of Ethereum on which nothing changes: all assets are swept, and a seventh is stated again by two providers. The
 * publisher has a process of its own, which begins with what another one has kept; the nodes are in this one.
 */
export async function measureQuietDay({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const count = Math.max(1_000, Math.round(assetCount * scale));
  let now = start;
  const { nodes, urls, close } = await serveNodes(['own', 'b'], () => now);
  const result = await inFolder(async (directory) => {
    await seed(directory, count);
    note(`${count} assets are known`);
    return runQuietDay({ directory, urls, count, start }, (time) => {
      now = time;
      const hours = (time - start) / hourMs;
      if (hours > 0 && hours % 2 === 0) note(`${hours} of 24 hours`);
    });
  });
  close();
  const asked = (isCounted: (method: string) => boolean): number =>
    nodes.reduce((sum, { asked: own }) => sum + [...own].reduce((n, [m, many]) => n + (isCounted(m) ? many : 0), 0), 0);
  return figuresOf(count, result, {
    calls: asked((method) => methodsOfReadings.has(method)),
    logs: asked((method) => method === 'eth_getLogs'),
  });
}

const note = (text: string): void => void process.stderr.write(`    a quiet day: ${text}\n`);

function figuresOf(
  count: number,
  { stated, memory, seconds }: QuietDayResult,
  { calls, logs }: { readonly calls: number; readonly logs: number },
): readonly Measurement[] {
  const name = `${count} assets, a quiet day, ${stated} stated again`;
  const floor = { name: 'two calls for each 200 accounts of four levels', value: (count + (count * 2) / 7) / 25 };
  const process = { name: 'the process before it knows assets', value: memory.before };
  return [
    { name: `${name}: calls`, unit: 'calls', value: calls, floor, target: atMost(8_000) },
    { name: `${name}: queries of logs`, unit: 'queries', value: logs, floor: null, target: atMost(300) },
    { name: `${name}: publisher, memory`, unit: 'MiB', value: memory.peak, floor: process, target: atMost(300) },
    { name: `${name}: publisher, processor time`, unit: 's', value: seconds, floor: null, target: null },
  ];
}

/** Keeps in a data directory what is known after the week before. */
async function seed(directory: string, count: number): Promise<void> {
  const { observed, name } = ethereum();
  const engine = await openBenchEngine(directory);
  await seedState(await openRoundState(engine.openStore(name, 'data'), 0), count, observed.family.plan);
  await engine.close();
}

/** A seventh was stated on each day, and all were read on the last. */
async function seedState(state: RoundState, count: number, plan: string): Promise<void> {
  const assets = assetsOfDay(count);
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
        facts,
        supply: null,
        plan,
        at: start - Math.round(share * 7 * dayMs),
        block: block.number,
        alone: false,
        accounts: [1, 2, 3].map((level) => tokenAt(at + index, level)),
        swept,
      };
      return [assetId, { readAt: start - Math.round((1 - share) * dayMs), stated, pending: null }];
    });
    await state.commit({ tip: block, hintedUpTo: block.number, assets: new Map(memories) });
  }
}
