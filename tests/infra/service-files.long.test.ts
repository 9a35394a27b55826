// rule: FD-19 a unit starts the program as systemd reads it, also tests/infra/service-files.test.ts
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = new URL('../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const units = ['attestry.service', 'attestry@.service'] as const;

test('FD-19 systemd accepts both units, where it is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attestry-units-'));
  try {
    const files = units.map((unit) => {
      // The program is not installed here; any file that can be executed stands for it.
      const text = textOf(`infra/systemd/${unit}`).replace(
        '/opt/attestry/node_modules/.bin/attestry',
        process.execPath,
      );
      const file = join(folder, unit.replace('@.', '@serve.'));
      writeFileSync(file, text);
      return file;
    });
    const { error, status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    if (error !== undefined) return;
    const found = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('attestry'));
    assert.equal([status, found], [0, []]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
