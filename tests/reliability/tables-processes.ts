/** Processes of the tables of a sandbox, and of a process in general. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStart } from '../../infra/process-start.ts';
import type { Sandbox } from '../support/service.ts';
import { ownerOf } from '../support/tables-owner.ts';
import { until } from '../support/within.ts';

export type Engine = 'tables' | 'analysts';

/** Pid of the process of the tables, or of that of the analysts. */
export const hostOf = ({ directory }: Sandbox, engine: Engine = 'tables'): number =>
  ownerOf(join(directory, 'tables'), engine).pid;

/** Pids of the processes of the analysts that have been opened. */
export const analystHosts = ({ directory }: Sandbox): readonly number[] =>
  (['analysts', 'analysts-2'] as const)
    .filter((engine) => existsSync(join(directory, 'tables', `${engine}.pid`)))
    .map((engine) => ownerOf(join(directory, 'tables'), engine).pid);

/** Resolves when another process than `pid` has the engine open. */
export async function nextHost(sandbox: Sandbox, pid: number, engine: Engine = 'tables'): Promise<number> {
  await until('the next process', () => hostOf(sandbox, engine) !== pid, 5);
  return hostOf(sandbox, engine);
}

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

/** Remembers every child that a process has until `end`, which returns those that still run. */
export function watchChildren(pid: number): { readonly end: () => readonly number[] } {
  const seen = new Map<number, string | null>();
  const look = (): void => {
    for (const child of childrenOf(pid)) if (!seen.has(child)) seen.set(child, processStart(child));
  };
  look();
  const timer = setInterval(look, 10);
  return {
    end: () => {
      clearInterval(timer);
      return [...seen]
        .filter(([child, start]) => start !== null && processStart(child) === start)
        .map(([child]) => child);
    },
  };
}
