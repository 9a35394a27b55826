/** `attestry reset` on a directory that no service uses. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSandbox } from '../support/service.ts';

const sandbox = createSandbox();
test.after(() => sandbox.destroy());

test('reset asks for --yes, and deletes only what the program made', async () => {
  await sandbox.json('topics', 'apply');
  writeFileSync(join(sandbox.directory, 'mine.txt'), 'not the program’s');
  const before = readdirSync(sandbox.directory);
  assert.ok(before.includes('log'));
  const asks = await sandbox.cli('reset');
  assert.is(asks.code, 2);
  assert.match(asks.stderr, /--yes/);
  assert.equal(
    readdirSync(sandbox.directory).filter((name) => name !== 'service'),
    before,
  );
  assert.equal(await sandbox.json('reset', '--yes'), { deleted: true });
  const left = readdirSync(sandbox.directory).filter((name) => name !== 'service');
  assert.equal(left, ['mine.txt']);
});

test.run();
