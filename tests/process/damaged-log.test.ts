/** A log whose file was cut off: `up` refuses it, and names the file and the runbook. */
import { cpSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSandbox } from '../support/service.ts';

const sandbox = createSandbox();
const cut = mkdtempSync(join(tmpdir(), 'attestry-cut-'));
test.after(async () => {
  await sandbox.destroy();
  rmSync(cut, { recursive: true, force: true });
});

test('a cut-off log stops `up`, which names file and runbook; the whole log is read', async () => {
  await sandbox.json('topics', 'apply');
  cpSync(join(sandbox.directory, 'log'), join(cut, 'log'), {
    recursive: true,
    // To close the reader table of an open environment would end its locks.
    filter: (path) => !path.endsWith('lock.mdb'),
  });
  const file = join(cut, 'log', 'data', 'data.mdb');
  truncateSync(file, Math.floor(statSync(file).size / 2));
  const { code, stdout, stderr } = await sandbox.spawned({ ATTESTRY_DATA_DIR: cut }, 'up', '--json');
  assert.is(code, 78, `${stdout}${stderr}`);
  assert.match(stderr, `The log is damaged: ${file}`);
  assert.match(stderr, 'docs/runbooks/damaged-log.md');
  const whole = await sandbox.cli('topics', 'list');
  assert.is(whole.code, 0, whole.stderr);
});

test.run();
