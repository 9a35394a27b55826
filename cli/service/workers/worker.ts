import { parentPort, workerData } from 'node:worker_threads';
import { yieldingThread, yieldToOtherThreads } from '../../../infra/process/thread-priority.ts';
import type { WorkerStart } from './messages.ts';

// The entry of a worker thread. The setting of the main thread does not reach it, and it must come before other modules.
process.setSourceMapsEnabled(true);

/**
 * How far below the process a thread is that no client waits for, all the time, or that loads, reads a file or has much to catch
 * up with. Clients wait for new changes, so the threads of the fold and of its tables have the priority of the process else.
 */
const backgroundNiceness = 5;

if (parentPort !== null) {
  const start = workerData as WorkerStart;
  const isOfChanges = start.background && (start.lane !== null || start.processors.data.length > 0);
  const yielding = isOfChanges ? yieldingThread(backgroundNiceness) : null;
  if (start.background && !isOfChanges) yieldToOtherThreads(backgroundNiceness);
  const loading = {};
  yielding?.begin(loading);
  const { runWorker } = await import('./run-worker.ts');
  await runWorker(parentPort, start, yielding);
  yielding?.end(loading);
}
