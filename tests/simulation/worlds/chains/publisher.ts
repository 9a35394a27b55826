import { recordOf } from '../../../../cli/log/append.ts';
import { pause } from '../../../../infra/async/async.ts';
import { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { createProvider } from '../../../../infra/rpc/provider.ts';
import { startDataProcessors } from '../../../../pipeline/processors/start-data.ts';
import { answerUnobserved } from '../../../../pipeline/publishers/chain/answer-unobserved.ts';
import { observedChains } from '../../../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import { observeChains } from '../../../../pipeline/publishers/chain/rounds/observe-chains.ts';
import type { RuntimeDeps } from '../../../../pipeline/runtime/role.ts';
import type { RegistryAsset } from '../../../../schemas/generated/records.ts';
import { sampleRegistryAsset } from '../../../support/sample-assets.ts';
import { clock } from '../../kernel/clock.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import { partitionsOfTopics } from '../empty-log.ts';
import { silentLogger } from '../silent-logger.ts';
import { assetIdOf, chainSlug, type ChainsState, nodeName } from './chains-state.ts';
import { tokenAddress } from './tokens.ts';

/** Time between two rounds, milliseconds. */
const stepMs = 1_000;
/** An endless answer ends soon. */
const limits = { totalTimeoutMs: 3_000, maximumBytes: 256 * 1024, maximumInflatedBytes: 256 * 1024 };

const openEngine = () => openEmbeddedEngine({ directory: 'data', partitions: partitionsOfTopics });

/** The process with the rounds of the chain and the fold of its captures; started again after each kill. */
export function startPublisher(state: ChainsState): void {
  const { simulation, codec, artifacts, size } = state;
  const { random } = simulation;
  const process = new SimulatedProcess('up');
  const main = process.thread('main');
  process.clockOffsetMs = state.process?.clockOffsetMs ?? 0;
  state.process = process;
  process.onDeath.push(() => {
    simulation.after(50 + random.delay(200), null, 'a process is started again', () => startPublisher(state));
  });
  simulation.spawn(main, 'a process starts', async () => {
    const { log, openStore } = openEngine();
    const { store } = artifacts;
    const deps: RuntimeDeps = {
      log,
      codec,
      openStore,
      logger: silentLogger,
      clock,
      random: () => random.fraction(),
      onHealth: () => undefined,
      artifact: store.get,
      reduceArtifact: () => Promise.reject(new Error('cassettes are read in full')),
    };
    const running = await startDataProcessors(deps, new Map(), new Set(['ingest']));
    const observed = observedChains.get(chainSlug);
    if (observed === undefined) throw new Error(`${chainSlug} is not observed`);
    const answers = await answerUnobserved({ ...deps, artifacts: store, isObserved: (slug) => slug === chainSlug });
    const rounds = await observeChains({
      ...deps,
      artifacts: store,
      quorum: null,
      sweepMs: size.sweepMs,
      chains: [{ observed: { ...observed, stepMs }, providers: state.nodes.map((_, n) => providerOf(n, size.rate)) }],
      onChainHealth: ({ problem, lastRound }) => {
        simulation.note(problem === null ? 'a round ends' : `a round ends: ${problem}`);
        if ((lastRound?.unreadable ?? 0) > 0) simulation.note('a round has assets that were not read');
      },
    });
    for (const { done } of [...running, answers, rounds]) done.catch((error: unknown) => simulation.crash(main, error));
  });
}

const providerOf = (n: number, rate: number) =>
  createProvider({
    label: `node ${n + 1}`,
    url: `http://${nodeName(n)}:8545`,
    rate: rate === 0 ? null : rate,
    clock,
    userAgent: 'attestry',
    limits,
  });

/** Another process, which puts an asset into the registry and tries until it is durable. */
export function declareAsset(state: ChainsState, n: number, status: RegistryAsset['status'] = 'active'): void {
  const { simulation, codec, declared } = state;
  simulation.spawn(new SimulatedProcess(`import-${n}`).thread('main'), `an asset is ${status}`, async () => {
    const { log } = openEngine();
    const asset = sampleRegistryAsset({ assetId: assetIdOf(n), chain: chainSlug, address: tokenAddress(n), status });
    const record = recordOf({ codec }, 'registry.assets', asset, clock());
    for (;;) {
      try {
        await log.append([record]);
        declared.add(n);
        return;
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        await pause(100);
      }
    }
  });
}
