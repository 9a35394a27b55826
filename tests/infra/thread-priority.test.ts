import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import { yieldToOtherThreads } from '../../infra/thread-priority.ts';

test('a system that does not tell or let is left as it is: nothing depends on it', () => {
  yieldToOtherThreads(5, '/nowhere/thread-self');
  const directory = mkdtempSync(join(tmpdir(), 'attestry-priority-'));
  try {
    const link = join(directory, 'thread-self');
    // Above every thread id.
    symlinkSync('1/task/2147483647', link);
    yieldToOtherThreads(5, link);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test.run();
