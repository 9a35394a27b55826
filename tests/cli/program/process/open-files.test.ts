/** Too few open files: a sentence and an exit code, before modules are loaded and wherever it is noticed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test.run();
