import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from './messages.ts';

// The entry of a worker thread. The setting of the main thread does not reach it, and it must come before other modules.
process.setSourceMapsEnabled(true);

if (parentPort !== null) {
  const { runWorker } = await import('./run-worker.ts');
  await runWorker(parentPort, workerData as WorkerStart);
}
