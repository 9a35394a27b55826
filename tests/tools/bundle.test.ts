/** Stack traces of the bundled program name the files of the repository. */
import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from '../support/built.ts';

/** Stack of the error that ends a thread. */
async function stackOf(url: string, options: WorkerOptions): Promise<string> {
  const [error] = (await once(new Worker(new URL(url), { execArgv: [], ...options }), 'error')) as [Error];
  return error.stack ?? '';
}

test('an error in the function that starts the program', async () => {
  const script = `
    process.setSourceMapsEnabled(true);
    const { main } = await import(${JSON.stringify(bundled('main.js'))});
    await main();`;
  const stack = await stackOf(`data:text/javascript,${encodeURIComponent(script)}`, {});
  assert.match(stack, /TypeError: .*\n(?: {4}at .*\n)*? {4}at main \(.*\/cli\/main\.ts:\d+:\d+\)/);
});

test('an error in a worker thread', async () => {
  const options = { workerData: { background: false }, env: { ATTESTRY_LOG_LEVEL: 'none' } };
  const stack = await stackOf(bundled('worker.js'), options);
  assert.match(stack, /Error: (?:.*\n)+? {4}at runWorker \(.*\/cli\/service\/workers\/run-worker\.ts:\d+:\d+\)/);
});

test.run();
