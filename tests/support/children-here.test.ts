import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkExits } from '../../infra/log/lmdb/check-exit.ts';
import { programs, runChildrenHere } from './children-here.ts';
import { moduleUrl } from './module-url.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('what runs here instead of a program is named by its source file, so that a move is noticed', () => {
  for (const program of Object.keys(programs)) assert.ok(existsSync(join(root, `${program}.ts`)), program);
});

test('the check of a log starts no process', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-here-'));
  const startChildren = runChildrenHere();
  try {
    const file = fileURLToPath(moduleUrl('infra/log/lmdb/log-check.ts'));
    const child = spawn(process.execPath, [file, directory, 'newest']);
    child.stdout.resume();
    const [code] = (await once(child, 'close')) as [number];
    assert.is(code, checkExits.readable);
    assert.is(child.pid, undefined);
  } finally {
    startChildren();
    rmSync(directory, { recursive: true });
  }
});

test.run();
