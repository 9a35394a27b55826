import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { prepareDataDirectory } from '../../../cli/engine/open-engine.ts';
import { ConfigurationError, loadConfig } from '../../../infra/config/config.ts';
import { loaderArguments, moduleUrl } from '../../support/module-url.ts';

const pathVariable = 'PREPARED_DIRECTORY';
const given = process.env[pathVariable];
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

if (given !== undefined) {
  process.stdout.write(refusal(given));
} else {
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

  // In a process of its own, because the test is that it ends.
  for (const path of ['/proc', '/proc/attestry', '/proc/attestry/data']) {
    test(`where the system creates no directories the error comes at once: ${path}`, async () => {
      if (!existsSync('/proc/self')) return;
      const arguments_ = [...loaderArguments, fileURLToPath(moduleUrl('tests/cli/engine/open-engine.test.ts'))];
      const env = { ...process.env, [pathVariable]: path };
      const { stdout } = await promisify(execFile)(process.execPath, arguments_, { env, timeout: 20_000 });
      assert.match(stdout, `ATTESTRY_DATA_DIR: ${path} is not a directory that can be written (`);
    });
  }

  test.run();
}
