import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { useCompileCache } from '../../../../cli/program/process/compile-cache.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-compile-cache-'));
const service = join(directory, 'service');
test.after(() => rmSync(directory, { recursive: true, force: true }));

/** Directories that a Node with a cache was given, and the environment of its threads. */
function used(given: NodeJS.ProcessEnv): {
  readonly enabled: readonly string[];
  readonly inherited: string | undefined;
} {
  const enabled: string[] = [];
  const environment: NodeJS.ProcessEnv = { ATTESTRY_DATA_DIR: directory, ...given };
  useCompileCache(environment, { enableCompileCache: (folder) => enabled.push(folder) });
  return { enabled, inherited: environment['NODE_COMPILE_CACHE'] };
}

test('compiled code is kept in the data directory once a service has started there, also for threads', () => {
  assert.equal(used({}), { enabled: [], inherited: undefined });
  mkdirSync(service, { mode: 0o700 });
  const cache = join(service, 'compile-cache');
  assert.equal(used({}), { enabled: [cache], inherited: cache });
});

test('none is read from a directory that others may enter, or that is elsewhere', () => {
  for (const mode of [0o777, 0o755, 0o710]) {
    chmodSync(service, mode);
    assert.equal(used({}).enabled, [], mode.toString(8));
  }
  chmodSync(service, 0o700);
  const linked = join(directory, 'linked');
  mkdirSync(linked);
  symlinkSync(service, join(linked, 'service'));
  assert.equal(used({ ATTESTRY_DATA_DIR: linked }).enabled, []);
});

test('a data directory that cannot be read, or is none, is left to the command that needs it', () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  const loop = join(directory, 'loop');
  symlinkSync(loop, loop);
  for (const given of [file, loop, join(directory, 'x'.repeat(5_000))]) {
    assert.equal(used({ ATTESTRY_DATA_DIR: given }).enabled, []);
  }
});

test('a directory that the operator has set stays, and a Node without a cache starts as before', () => {
  assert.equal(used({ NODE_COMPILE_CACHE: '/elsewhere' }), { enabled: [], inherited: '/elsewhere' });
  const environment = { ATTESTRY_DATA_DIR: directory };
  useCompileCache(environment, {});
  assert.equal(environment, { ATTESTRY_DATA_DIR: directory });
});

test.run();
