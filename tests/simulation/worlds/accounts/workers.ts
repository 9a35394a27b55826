import { clock } from '../../kernel/clock.ts';
import type { MessagePort } from 'node:worker_threads';
import { answerInsert } from '../../../../cli/service/workers/answer-insert.ts';
import { createInsertClient } from '../../../../cli/service/workers/insert-client.ts';
import type { FromWorker } from '../../../../cli/service/workers/messages.ts';
import type { WorkerDeps } from '../../../../cli/service/workers/workers.ts';
import { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { startAccountProcessors } from '../../../../pipeline/processors/start-accounts.ts';
import type { RuntimeDeps } from '../../../../pipeline/runtime/role.ts';
import { epochOfServer } from '../../../../pipeline/sink/checkpoints/engine-epoch.ts';
import { runSinkLane } from '../../../../pipeline/sink/run-lane.ts';
import { sampleAssetRecord } from '../../../support/sample-assets.ts';
import { epochMs } from '../../kernel/globals.ts';
import type { SimulatedThread } from '../../kernel/process.ts';
import { partitionsOfTopics } from '../empty-log.ts';
import { silentLogger } from '../silent-logger.ts';
import { type AccountsState, assetIdOf } from './accounts-state.ts';

export const engineEpochOf = ({ serverStart }: AccountsState): string => epochOfServer({ host: serverStart });

export const openEngine = () => openEmbeddedEngine({ directory: 'data', partitions: partitionsOfTopics });

function runtimeOf({ simulation, codec }: AccountsState): RuntimeDeps {
  const { log, openStore } = openEngine();
  const noArtifacts = (): Promise<never> => Promise.reject(new Error('the world has no artifacts'));
  return {
    log,
    codec,
    openStore,
    logger: silentLogger,
    clock,
    random: () => simulation.random.fraction(),
    onHealth: () => undefined,
    artifact: noArtifacts,
    reduceArtifact: noArtifacts,
  };
}

/** The thread with the processors and the sink of the account topics; the main thread inserts its rows. */
export async function runAccountsWorker(
  state: AccountsState,
  main: SimulatedThread,
  worker: SimulatedThread,
  insert: WorkerDeps['insert'],
): Promise<void> {
  const { simulation, size } = state;
  const { random } = simulation;
  await simulation.pause(random.delay(20), 'modules are loaded');
  const deps = runtimeOf(state);
  const postMessage = (message: FromWorker): void => {
    if (message.type !== 'insert') return;
    simulation.after(random.delay(0.5), main, 'a worker sends rows', () => {
      answerInsert(insert, message).then(
        (answer) => void simulation.after(random.delay(0.5), worker, 'rows are answered', () => rows.onMessage(answer)),
        (error: unknown) => simulation.crash(main, error),
      );
    });
  };
  const rows = createInsertClient({ postMessage } as unknown as MessagePort, 'accounts-sink');
  const processors = await startAccountProcessors(deps);
  const lane = await runSinkLane(deps, {
    name: 'accounts-sink',
    environment: 'accounts',
    lingerMs: 0,
    insert: rows.insert,
    tablesId: 'tables',
    epoch: size.embedded === 1 ? null : engineEpochOf(state),
  });
  state.lane = lane;
  if (size.embedded === 0) lane.onEngineEpoch(engineEpochOf(state));
  for (const { done } of [...processors, lane]) done.catch((error: unknown) => simulation.crash(worker, error));
}

/** Registers the assets, as the processors of the data topics do. */
export async function registerAssets(state: AccountsState): Promise<void> {
  const { simulation, size, codec, registered } = state;
  const { random } = simulation;
  await simulation.pause(random.delay(20), 'modules are loaded');
  const { log } = openEngine();
  for (let asset = 0; asset < size.assets; asset++) {
    if (registered.has(asset)) continue;
    await simulation.pause(random.delay(100), 'the next asset');
    const [assetId, position] = [assetIdOf(asset), asset + 1];
    const record = sampleAssetRecord({ assetId, position, registryPosition: position, registeredAt: epochMs });
    const value = codec.encode('asset.records', record);
    while (!registered.has(asset)) {
      try {
        await log.append([{ topic: 'asset.records', key: assetId, value, timestamp: epochMs + asset }]);
        registered.add(asset);
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        await simulation.pause(100, 'appends again');
      }
    }
  }
}
