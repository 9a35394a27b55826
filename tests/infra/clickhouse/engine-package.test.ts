import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { installCommand, requireEngine } from '../../../infra/clickhouse/host/engine-package.ts';
import { packageRoot } from '../../../infra/disk/package-root.ts';
import { UsageError } from '../../../infra/errors.ts';

test('the engine of the embedded tables is installed by default', () => {
  requireEngine();
});

test('without it, one sentence states the command that installs its pinned version', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(`${packageRoot()}/package.json`, 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const absent = (name: string): string => {
    throw new Error(`Cannot find module '${name}'`);
  };
  assert.throws(
    () => requireEngine(absent),
    (error: unknown) =>
      error instanceof UsageError &&
      error.message ===
        `Tables in this process need the package chdb, which is not installed: run \`npm install --prefix ${packageRoot()} --no-save --omit=dev chdb@${optionalDependencies['chdb']}\`, or name a ClickHouse server in ATTESTRY_CLICKHOUSE_URL.`,
  );
});

test('the command names the folder that the package was installed in', () => {
  const folders = [
    ['/opt/attestry/node_modules/attestry', '/opt/attestry'],
    ['/node_modules/attestry', '/'],
    ['/home/a/attestry', '/home/a/attestry'],
    ['/Users/A B/attestry', "'/Users/A B/attestry'"],
    ["/srv/o'neil (2)/node_modules/attestry", String.raw`'/srv/o'\''neil (2)'`],
  ] as const;
  for (const [root, word] of folders) {
    assert.ok(installCommand(root).startsWith(`npm install --prefix ${word} --no-save --omit=dev chdb@`), root);
  }
});

test.run();
