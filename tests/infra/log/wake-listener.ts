import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { type Environment, openEnvironment } from '../../../infra/log/lmdb/environment.ts';
import { startThread } from '../../support/thread.ts';

export async function withEnvironments(
  body: (directory: string, environments: { data: Environment; accounts: Environment }) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-wake-'));
  const environments = {
    data: openEnvironment(join(directory, 'data'), false),
    accounts: openEnvironment(join(directory, 'accounts'), false),
  };
  try {
    await body(directory, environments);
  } finally {
    await environments.data.close();
    await environments.accounts.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** `[0]` is 1 once a listener listens; `[1]` counts its wakes. */
export const listenerCounts = (): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** A thread that posts `listening` and then `woken` for each wake. */
export const startListener = (directory: string, listens = listenerCounts()): Worker =>
  startThread({
    modules: { environment: 'infra/log/lmdb/environment.ts', wake: 'infra/log/wake.ts' },
    script: `
      const environments = Object.fromEntries(['data', 'accounts'].map((name) =>
        [name, environment.openEnvironment(data.directory + '/' + name, false)]));
      wake.createWake(data.directory, environments).listen('data', () => {
        parentPort.postMessage('woken');
        Atomics.add(data.listens, 1, 1);
        Atomics.notify(data.listens, 1);
      });
      parentPort.postMessage('listening');
      Atomics.store(data.listens, 0, 1);
    `,
    data: { directory, listens },
  });
