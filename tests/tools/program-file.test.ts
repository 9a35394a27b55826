/** The executable after a build. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pathOf, textOf } from '../docs/tree.ts';
import { program } from '../support/built.ts';

const folder = mkdtempSync(join(tmpdir(), 'attestry-program-file-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test('the build leaves an executable that every user may run', () => {
  assert.is(modeOf(program), '755');
});

test('the copy over a file without the right to run has it, and runs as a command', async () => {
  const { copyProgramFile } = (await import(pathToFileURL(pathOf('tools/program-file.mjs')).href)) as {
    readonly copyProgramFile: (from: string, to: string) => void;
  };
  const copy = join(folder, 'dist/program');
  mkdirSync(copy, { recursive: true });
  copyFileSync(pathOf('package.json'), join(folder, 'package.json'));
  symlinkSync(pathOf('node_modules'), join(folder, 'node_modules'));
  for (const name of readdirSync(pathOf('dist/program')).filter((file) => file !== 'attestry.cjs')) {
    symlinkSync(pathOf(`dist/program/${name}`), join(copy, name));
  }
  const [compiled, target] = [join(folder, 'attestry.cjs'), join(copy, 'attestry.cjs')];
  for (const file of [compiled, target]) writeFileSync(file, '', { mode: 0o644 });
  writeFileSync(compiled, textOf('dist/cli/attestry.cjs'));
  copyProgramFile(compiled, target);
  assert.is(modeOf(target), '755');
  const { status, stdout, stderr } = spawnSync(target, ['--version'], { encoding: 'utf8' });
  assert.equal([status, stderr], [0, '']);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test.run();
