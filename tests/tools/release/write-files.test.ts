import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeFiles } from '../../../tools/release/write-files.ts';

function inFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'attestry-written-'));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('where one file cannot be written, the others stay as they were', () =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'pins.json'), 'before');
    writeFileSync(join(folder, 'file'), 'no folder');
    assert.throws(() =>
      writeFiles({
        [join(folder, 'pins.json')]: 'after',
        [join(folder, 'log.br')]: Buffer.from('log'),
        [join(folder, 'file', 'texts.json')]: 'texts',
      }),
    );
    assert.is(readFileSync(join(folder, 'pins.json'), 'utf8'), 'before');
    assert.equal(readdirSync(folder).sort(), ['file', 'pins.json']);
  }));

test('all files are written whole, in folders that are made', () =>
  inFolder((folder) => {
    const bytes = Buffer.from([0, 255]);
    writeFiles({ [join(folder, 'logs', '1.br')]: bytes, [join(folder, 'pins.json')]: '{}' });
    assert.equal(readFileSync(join(folder, 'logs', '1.br')), bytes);
    assert.is(readFileSync(join(folder, 'pins.json'), 'utf8'), '{}');
    assert.equal(readdirSync(folder).sort(), ['logs', 'pins.json']);
  }));

test.run();
