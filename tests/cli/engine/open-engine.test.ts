import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { prepareDataDirectory } from '../../../cli/engine/open-engine.ts';
import { ConfigurationError, loadConfig } from '../../../infra/config/config.ts';

const prepare = (path: string): void => prepareDataDirectory(loadConfig({ ATTESTRY_DATA_DIR: path }).config);

/** The message of preparing a directory. */
function refusal(path: string): string {
  try {
    prepare(path);
  } catch (error) {
    return error instanceof ConfigurationError ? error.message : `another error: ${String(error)}`;
  }
  return 'no error';
}

const withScratch = (body: (directory: string) => void): void => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-data-'));
  try {
    body(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

test('a data directory is created with its parents, and may exist already', () =>
  withScratch((directory) => {
    const path = join(directory, 'a', 'b', 'c');
    prepare(path);
    prepare(path);
    assert.ok(statSync(path).isDirectory());
    assert.equal(readdirSync(path), ['log']);
    assert.is(statSync(join(path, 'log')).mode & 0o777, 0o700);
  }));

test('a file, or a path below one, is no data directory', () =>
  withScratch((directory) => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'a'), join(file, 'a', 'b')]) {
      assert.match(refusal(path), `ATTESTRY_DATA_DIR: ${path} is not a directory that can be written (`);
    }
  }));

for (const path of ['/proc', '/proc/attestry', '/proc/attestry/data']) {
  test(`where the system creates no directories the error comes at once: ${path}`, () => {
    if (!existsSync('/proc/self')) return;
    assert.match(refusal(path), `ATTESTRY_DATA_DIR: ${path} is not a directory that can be written (`);
  });
}

test.run();
