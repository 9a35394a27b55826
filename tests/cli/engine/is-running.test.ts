/** A service that does not answer in time is busy: no command takes it for one that does not run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { untilAnswerable } from '../../../cli/accounts/issue-key.ts';
import { isRunning } from '../../../cli/engine/is-running.ts';
import { RetryableError } from '../../../infra/errors.ts';

const engineWith = (answer: () => Promise<boolean>) => ({
  processors: { isRunning: answer, positionsOf: () => Promise.reject(new Error('not asked')) },
});
const busy = engineWith(() => Promise.reject(new RetryableError('no answer')));

test('a service that is busy runs; any other failure is one', async () => {
  assert.is(await isRunning(busy, 'detect'), true);
  assert.is(
    await isRunning(
      engineWith(async () => true),
      'detect',
    ),
    true,
  );
  assert.is(
    await isRunning(
      engineWith(async () => false),
      'detect',
    ),
    false,
  );
  const broken = engineWith(() => Promise.reject(new Error('broken')));
  assert.match(String(await isRunning(broken, 'detect').catch((error: unknown) => error)), /broken/);
});

test('a key is made while the service is busy', () => untilAnswerable(busy));

test('every command asks by this function; the doctor states what it could not ask', () => {
  const root = join(import.meta.dirname, '../../../cli');
  const asking = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && readFileSync(join(root, name), 'utf8').includes('processors.isRunning('))
    .sort();
  assert.equal(asking, ['doctor/cluster-checks.ts', 'engine/is-running.ts']);
});

test.run();
