import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets the other threads of this process run first when there are more of them than cores. Linux keeps a priority for
 * each thread; elsewhere it is the whole process's, and nothing is done.
 */
export function yieldToOtherThreads(niceness: number): void {
  if (process.platform !== 'linux') return;
  const threadId = Number(basename(readlinkSync('/proc/thread-self')));
  setPriority(threadId, niceness);
}
