// rule: the version of Java is read from what it writes, also tests/tools/local/programs.test.ts
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { whatIsMissing } from '../../../tools/local/programs.ts';

test('the version is read from a program that is started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attestry-local-'));
  const path = process.env['PATH'];
  try {
    process.env['PATH'] = folder;
    writeFileSync(join(folder, 'java'), '#!/bin/sh\necho \'openjdk version "11.0.22" 2024-01-16\' >&2\n');
    chmodSync(join(folder, 'java'), 0o755);
    assert.match((await whatIsMissing(folder)) ?? '', /^Java 11 is too old/);
  } finally {
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
