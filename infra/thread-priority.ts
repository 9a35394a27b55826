import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets the other threads of this process run first when there are more of them than cores. Linux keeps a priority for
 * each thread; elsewhere it is the whole process's, and nothing is done. Nor is anything where the system does not tell
 * the thread or does not let its priority be changed: what is done is the same, only not who is first.
 */
export function yieldToOtherThreads(niceness: number, threadLink = '/proc/thread-self'): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync(threadLink))), niceness);
  } catch {
    return;
  }
}
