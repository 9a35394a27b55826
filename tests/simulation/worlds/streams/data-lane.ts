import { clock } from '../../kernel/clock.ts';
import type { MessagePort } from 'node:worker_threads';
import { answerInsert } from '../../../../cli/service/workers/answer-insert.ts';
import { createInsertClient } from '../../../../cli/service/workers/insert-client.ts';
import type { FromWorker } from '../../../../cli/service/workers/messages.ts';
import type { WorkerDeps } from '../../../../cli/service/workers/workers.ts';
import { runSinkLane } from '../../../../pipeline/sink/run-lane.ts';
import type { SimulatedThread } from '../../kernel/process.ts';
import { engineEpochOf, openEngine } from '../accounts/workers.ts';
import { silentLogger } from '../silent-logger.ts';
import type { StreamsState } from './streams-state.ts';

/** How often the start of the server of the tables is read, milliseconds. */
const watchMs = 500;

/** The thread with the sink of the data topics; the main thread inserts its rows. */
export async function runDataLane(
  state: StreamsState,
  main: SimulatedThread,
  worker: SimulatedThread,
  insert: WorkerDeps['insert'],
): Promise<void> {
  const { simulation, size, codec } = state;
  const { random } = simulation;
  await simulation.pause(random.delay(20), 'modules are loaded');
  const { log, openStore } = openEngine();
  const noArtifacts = (): Promise<never> => Promise.reject(new Error('the world has no artifacts'));
  const postMessage = (message: FromWorker): void => {
    if (message.type !== 'insert') return;
    simulation.after(random.delay(0.5), main, 'a worker sends rows', () => {
      answerInsert(insert, message).then(
        (answer) => void simulation.after(random.delay(0.5), worker, 'rows are answered', () => rows.onMessage(answer)),
        (error: unknown) => simulation.crash(main, error),
      );
    });
  };
  const rows = createInsertClient({ postMessage } as unknown as MessagePort, 'sink');
  const deps = {
    log,
    codec,
    openStore,
    logger: silentLogger,
    clock,
    random: () => random.fraction(),
    onHealth: () => undefined,
    artifact: noArtifacts,
    reduceArtifact: noArtifacts,
  };
  const epoch = size.embedded === 1 ? null : engineEpochOf(state);
  const lane = await runSinkLane(deps, {
    name: 'sink',
    environment: 'data',
    lingerMs: 0,
    insert: rows.insert,
    tablesId: 'tables',
    epoch,
  });
  state.dataLane = lane;
  lane.done.catch((error: unknown) => simulation.crash(worker, error));
  while (size.embedded === 0) {
    await simulation.pause(watchMs, 'the server of the tables is read');
    lane.onEngineEpoch(engineEpochOf(state));
  }
}
