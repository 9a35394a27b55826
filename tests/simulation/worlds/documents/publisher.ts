import { clock } from '../../kernel/clock.ts';
import { pause } from '../../../../infra/async/async.ts';
import { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { createGuardedFetch } from '../../../../infra/fetch/guarded-fetch.ts';
import { documentsDeclared } from '../../../../cli/documents/documents-declared.ts';
import type { Engine } from '../../../../cli/engine/open-engine.ts';
import { appendValues } from '../../../../cli/log/append.ts';
import { newRecords } from '../../../../cli/log/new-records.ts';
import { startDataProcessors } from '../../../../pipeline/processors/start-data.ts';
import { startDocuments } from '../../../../pipeline/publishers/documents/publisher.ts';
import { createRequests } from '../../../../pipeline/publishers/documents/sites/requests.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import { partitionsOfTopics } from '../empty-log.ts';
import { silentLogger } from '../silent-logger.ts';
import type { DocumentsState } from './documents-state.ts';
import { createReader } from './reader.ts';

/** In place of 15 s: hours pass between rounds. Milliseconds. */
const roundMs = 200;
/** Smaller than the program's: bodies above them are made in memory, and days pass meanwhile. */
const limits = {
  maximumBytes: 200_000,
  maximumInflatedBytes: 200_000,
  connectTimeoutMs: 1_000,
  totalTimeoutMs: 2_000,
};

/** The process with the publisher of documents and the folds of what they state; started again after each kill. */
export function startPublisher(state: DocumentsState): void {
  const { simulation, codec, artifacts, profiles, readForRequest } = state;
  const { random } = simulation;
  const process = new SimulatedProcess('up');
  process.clockOffsetMs = state.passedMs;
  const main = process.thread('main');
  state.process = process;
  process.onDeath.push(() => {
    simulation.after(50 + random.delay(200), null, 'a process is started again', () => {
      if (state.process === process) startPublisher(state);
    });
  });
  simulation.spawn(main, 'a process starts', async () => {
    const embedded = openEmbeddedEngine({ directory: 'data', partitions: partitionsOfTopics });
    const { log } = embedded;
    const { store } = artifacts;
    const engine = { log, codec, artifacts: store } as Engine;
    const running = await startDataProcessors(
      {
        log,
        codec,
        openStore: embedded.openStore,
        logger: silentLogger,
        clock,
        random: () => random.fraction(),
        onHealth: () => undefined,
        artifact: store.get,
        reduceArtifact: () => Promise.reject(new Error('documents are read in full')),
      },
      new Map(),
      new Set(['declare', 'disclose', 'detect']),
    );
    for (const { done } of running) done.catch((error: unknown) => simulation.crash(main, error));
    const fetch = createGuardedFetch({ allow: [], userAgent: 'attestry', limits });
    const requests = createRequests({ fetch, clock, sleep: pause, everyMs: 0 });
    const documents = startDocuments({
      requests: {
        ...requests,
        send: (request) => {
          const site = state.sites.find(({ url }) => url === request.url);
          for (const sha256 of site?.published.keys() ?? []) readForRequest.delete(sha256);
          return requests.send(request);
        },
      },
      artifacts: store,
      read: createReader(state, (sha256) => readForRequest.add(sha256)),
      clock,
      profiles,
      logger: silentLogger,
      roundMs,
      planned: documentsDeclared(engine, profiles),
      appended: newRecords(engine, 'document.captures'),
      append: async (capture) => {
        await appendValues(engine, 'document.captures', [{ value: capture, timestamp: clock() }]);
      },
    });
    documents.done.catch((error: unknown) => simulation.crash(main, error));
  });
}
