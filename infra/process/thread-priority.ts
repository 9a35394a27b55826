import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** The lowest priority of a process: it runs when no other wants to. */
const lowest = 19;

/** `steps` below the priority of this process: one that was started with `nice` is never raised. */
export const nicenessBelowOwn = (steps: number): number => Math.min(lowest, getPriority() + steps);

/**
 * Lowers the priority of this thread, so that the other threads of the process run first when there are more than cores.
 * Linux has a priority per thread. Elsewhere it is per process, so the call does nothing; nor does it where the system does
 * not reveal the thread id or refuses the change. Results are the same, only the order of the threads differs.
 */
export function yieldToOtherThreads(steps: number, threadLink = '/proc/thread-self'): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync(threadLink))), nicenessBelowOwn(steps));
  } catch {
    return;
  }
}
