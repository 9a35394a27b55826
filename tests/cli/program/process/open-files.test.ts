/** Too few open files: a sentence and an exit code, before modules are loaded and wherever it is noticed. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { explainFailure } from '../../../../cli/program/process/exit.ts';
import { openFileLimit, tooFewOpenFiles } from '../../../../cli/program/process/open-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-open-files-'));
test.after(() => rmSync(directory, { recursive: true, force: true }));

test('the limit is read as Linux shows it, and unknown elsewhere', () => {
  const path = join(directory, 'limits');
  writeFileSync(
    path,
    'Limit   Soft Limit  Hard Limit  Units\nMax open files            64                   128         files\n',
  );
  assert.is(openFileLimit(path), 64);
  writeFileSync(path, 'Max open files            unlimited            unlimited            files\n');
  assert.is(openFileLimit(path), null);
  assert.is(openFileLimit(join(directory, 'absent')), null);
});

test('only the service needs many, and an unknown limit refuses nothing', () => {
  for (const words of [
    ['up', '--json'],
    ['--json', 'serve'],
    ['run', 'sink'],
  ]) {
    assert.is(tooFewOpenFiles(words, 64)?.code, 78, words.join(' '));
    assert.is(tooFewOpenFiles(words, 1_024), null);
    assert.is(tooFewOpenFiles(words, null), null);
  }
  assert.is(tooFewOpenFiles(['topics', 'list'], 64), null);
  assert.is(tooFewOpenFiles([], 64), null);
});

for (const code of ['EMFILE', 'ENFILE']) {
  test(`${code} in a command ends in a sentence without a stack`, () => {
    const { code: exit, message } = explainFailure(Object.assign(new Error(`${code}: too many open files`), { code }));
    assert.is(exit, 1);
    assert.match(message ?? '', /has too many files open .*ulimit -n 4096/);
    assert.not.match(message ?? '', '\n');
  });
}

if (process.platform === 'linux') {
  test('up under ulimit -n 64 ends with the sentence and exit 78', async () => {
    const program = fileURLToPath(new URL('../../../../dist/program/attestry.cjs', import.meta.url));
    const script = 'ulimit -n 64; exec "$0" "$1" up --json';
    const env = { ...process.env, ATTESTRY_DATA_DIR: join(directory, 'data') };
    const ended = await new Promise<readonly [unknown, string]>((resolve) => {
      execFile('/bin/sh', ['-c', script, process.execPath, program], { env }, (error, _, stderr) =>
        resolve([error?.code, stderr]),
      );
    });
    assert.is(ended[0], 78, ended[1]);
    assert.match(ended[1], /^attestry up needs 512 open files at least, and this process may have 64: raise .*\n$/);
  });
}

test.run();
