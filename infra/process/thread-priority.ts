import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** The lowest priority of a process: it runs when no other wants to. */
const lowest = 19;

/**
 * `steps` below the priority of this process: one that was started with `nice` is never raised. Linux has it with the main
 * thread, whose id is that of the process; without an id it would be that of the calling thread, which may be lower already.
 */
export const nicenessBelowOwn = (steps: number): number => Math.min(lowest, getPriority(process.pid) + steps);

/**
 * Lowers the priority of this thread, so that the other threads of the process run first when there are more than cores.
 * Linux has a priority per thread. Elsewhere it is per process, so the call does nothing; nor does it where the system does
 * not reveal the thread id or refuses the change. Results are the same, only the order of the threads differs.
 */
export function yieldToOtherThreads(steps: number, threadLink = '/proc/thread-self'): void {
  setSteps(steps, threadLink);
}

/** @returns whether the system has made the change */
function setSteps(steps: number, threadLink: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    setPriority(Number(basename(readlinkSync(threadLink))), nicenessBelowOwn(steps));
    return true;
  } catch {
    return false;
  }
}

/** The priority of a thread that is low only while it has a reason. */
export interface YieldingThread {
  readonly begin: (reason: object) => void;
  readonly end: (reason: object) => void;
}

/**
 * Lowers the priority of this thread from its first reason until the end of its last one. A system that would not let it rise
 * again, as most do for a user without rights, is asked for one step and no more: a thread that stays low holds up what is new.
 * @param set puts this thread so many steps below the process; whether the system did so
 */
export function yieldingThread(
  steps: number,
  set: (steps: number) => boolean = (below) => setSteps(below, '/proc/thread-self'),
): YieldingThread {
  const canRise = set(1) && set(0);
  const reasons = new Set<object>();
  return {
    begin: (reason) => {
      if (canRise && reasons.size === 0) set(steps);
      reasons.add(reason);
    },
    end: (reason) => {
      if (reasons.delete(reason) && canRise && reasons.size === 0) set(0);
    },
  };
}
