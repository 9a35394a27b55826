/** Processes of the tables of a sandbox, and of a process in general. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../support/service.ts';
import { ownerOf } from '../support/tables-owner.ts';

export type Engine = 'tables' | 'analysts';

/** Pid of the process of the tables, or of that of the analysts. */
export const hostOf = ({ directory }: Sandbox, engine: Engine = 'tables'): number =>
  ownerOf(join(directory, 'tables'), engine).pid;

/** Pids of the processes of the analysts that have been opened. */
export const analystHosts = ({ directory }: Sandbox): readonly number[] =>
  (['analysts', 'analysts-2'] as const)
    .filter((engine) => existsSync(join(directory, 'tables', `${engine}.pid`)))
    .map((engine) => ownerOf(join(directory, 'tables'), engine).pid);

/** Sends a signal, unless the process has just ended. */
export function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Pids of the children of a process, of all its threads; none when it has ended. */
export function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
