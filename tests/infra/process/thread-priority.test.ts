import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import { yieldToOtherThreads } from '../../../infra/process/thread-priority.ts';

test('a system without thread ids, or one that refuses the change, is ignored', () => {
  yieldToOtherThreads(5, '/nowhere/thread-self');
  const directory = mkdtempSync(join(tmpdir(), 'attestry-priority-'));
  try {
    const link = join(directory, 'thread-self');
    // Higher than any thread id.
    symlinkSync('1/task/2147483647', link);
    yieldToOtherThreads(5, link);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test.run();
