/** Stack traces of the bundled program name the files of the repository. */
import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from '../support/built.ts';

/** Stack of the error that a script rejects with, in a new process. */
const stackOf = (script: string): string =>
  spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `${script}.catch((error) => console.log(error.stack))`],
    {
      encoding: 'utf8',
    },
  ).stdout;

test('an error in the main thread', () => {
  const stack = stackOf(`
    process.setSourceMapsEnabled(true);
    import(${JSON.stringify(bundled('main.js'))}).then(({ main }) => main())`);
  assert.match(stack, /TypeError: .*\n(?: {4}at .*\n)*? {4}at main \(.*\/cli\/main\.ts:\d+:\d+\)/);
});

test('an error in a worker thread', () => {
  const stack = stackOf(`
    import { Worker } from 'node:worker_threads';
    new Promise((_, reject) => new Worker(new URL(${JSON.stringify(bundled('worker.js'))}), { execArgv: [], workerData: { background: false }, env: { ATTESTRY_LOG_LEVEL: 'none' } }).once('error', reject))`);
  assert.match(stack, /Error: (?:.*\n)+? {4}at runWorker \(.*\/cli\/service\/workers\/run-worker\.ts:\d+:\d+\)/);
});

test.run();
