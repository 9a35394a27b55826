import { parentPort, workerData } from 'node:worker_threads';
import { yieldToOtherThreads } from '../../../infra/process/thread-priority.ts';
import type { WorkerStart } from './messages.ts';

// The entry of a worker thread. The setting of the main thread does not reach it, and it must come before other modules.
process.setSourceMapsEnabled(true);

/** Clients wait for requests and accounts. No client waits for feeds, so their threads run, and load, at lower priority. */
const backgroundNiceness = 5;

if (parentPort !== null) {
  const start = workerData as WorkerStart;
  if (start.background) yieldToOtherThreads(backgroundNiceness);
  const { runWorker } = await import('./run-worker.ts');
  await runWorker(parentPort, start);
}
