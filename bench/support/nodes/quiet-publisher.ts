/** The rounds of a chain for one simulated day, in a process of their own, so that memory and processor time are theirs. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createProvider } from '../../../infra/rpc/provider.ts';
import { observedChains } from '../../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import type { FollowedAsset } from '../../../pipeline/publishers/chain/rounds/assets/followed-assets.ts';
import { createProviderSet } from '../../../pipeline/publishers/chain/rounds/providers/provider-set.ts';
import type { AssetMemory } from '../../../pipeline/publishers/chain/rounds/assets/asset-memory.ts';
import {
  openRoundState,
  type RoundState,
  roundStateName,
} from '../../../pipeline/publishers/chain/rounds/assets/round-state.ts';
import { type RoundDeps, runRound } from '../../../pipeline/publishers/chain/rounds/round.ts';
import { createDueCounter } from '../../../pipeline/publishers/chain/rounds/run-chain.ts';
import { createUnreadableAssets } from '../../../pipeline/publishers/chain/rounds/assets/unreadable.ts';
import { openBenchEngine } from '../engines/engine.ts';
import { tokenAt } from './made-up-node.ts';
import { memoryOf } from '../probes/process-memory.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

const chainOfDay = 'ethereum';
/** Rounds between two measurements of the memory. */
const measureEvery = 20;

export interface QuietDay {
  /** Data directory with what the publisher knows. */
  readonly directory: string;
  readonly urls: readonly string[];
  readonly count: number;
  /** First round, milliseconds. */
  readonly start: number;
}

export interface QuietDayResult {
  readonly stated: number;
  /** MiB of its own: before the state was read, and the most of the day. */
  readonly memory: { readonly before: number; readonly peak: number };
  /** Processor time of the day, seconds. */
  readonly seconds: number;
}

type Message = { readonly now: number } | { readonly result: QuietDayResult };

/** Their texts are decoded, as those of the registry: joined ones would keep their pieces. */
export const assetsOfDay = (count: number): readonly FollowedAsset[] =>
  Array.from({ length: count }, (_, index) => ({
    assetId: `asset-${String(index).padStart(6, '0')}`,
    address: Buffer.from(tokenAt(index)).toString('latin1'),
    standard: 'erc20',
    isReported: false,
  }));

export function ethereum() {
  const observed = observedChains.get(chainOfDay);
  if (observed === undefined) throw new Error('no Ethereum');
  return { observed, name: roundStateName(chainOfDay) };
}

/** Runs the day in another process. `onTime` has the simulated time before the nodes are asked at it. */
export function runQuietDay(day: QuietDay, onTime: (now: number) => void): Promise<QuietDayResult> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(day)], { execArgv: process.execArgv });
  return new Promise((resolve, reject) => {
    child.on('message', (sent) => {
      const message = sent as Message;
      if ('result' in message) resolve(message.result);
      else {
        onTime(message.now);
        child.send('go');
      }
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the publisher ended with ${code ?? signal ?? ''}`)));
  });
}

async function publish({ directory, urls, count, start }: QuietDay): Promise<QuietDayResult> {
  const { observed, name } = ethereum();
  const engine = await openBenchEngine(directory);
  const before = ownMemory();
  const assets = assetsOfDay(count);
  const state = await openRoundState(engine.openStore(name, 'data'), 0);
  let now = start;
  const clock = (): number => now;
  const providers = urls.map((url, index) =>
    createProvider({ label: `node-${index}`, url, rate: null, clock: Date.now, userAgent: 'attestry-bench' }),
  );
  const deps: RoundDeps = {
    codec: engine.codec,
    artifacts: engine.artifacts,
    clock,
    observed,
    state,
    quorum: 2,
    providers: createProviderSet(providers, clock),
    unreadable: createUnreadableAssets(observed.stepMs),
  };
  const due = createDueCounter({ sweepMs: dayMs, round: deps });
  const began = process.cpuUsage();
  let [stated, peak] = [0, 0];
  for (let turn = 0; now < start + dayMs; now += observed.stepMs, turn += 1) {
    await sendMessage({ now });
    const request = { kind: 'step', assets, due: due.take(count, now), longestUnread: dayMs, turn } as const;
    const { round, problem, message } = await runRound(deps, request, new AbortController().signal);
    if (problem !== null) throw new Error(message ?? problem);
    stated += round?.stated ?? 0;
    await accept(state);
    if (turn % measureEvery === 0) peak = Math.max(peak, ownMemory());
  }
  const { user, system } = process.cpuUsage(began);
  await engine.close();
  return { stated, memory: { before, peak }, seconds: (user + system) / 1e6 };
}

const ownMemory = (): number => memoryOf(process.pid)?.own ?? Number.NaN;

/** Sends the time, and waits until it was heard. */
function sendMessage(message: Message): Promise<void> {
  return new Promise((resolve) => {
    process.once('message', () => resolve());
    process.send?.(message);
  });
}

/** What `ingest` does with captures whose facts are unchanged. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('disconnect', () => process.exit(1));
  const result = await publish(JSON.parse(process.argv[2] ?? '') as QuietDay);
  await new Promise((resolve) => process.send?.({ result } satisfies Message, resolve));
  process.exit(0);
}
