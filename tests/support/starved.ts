/** How long processes have waited for a core: what a busy machine takes from them, and no hang. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Milliseconds for which threads of a process and of its descendants were ready to run, and did not, as Linux counts them; 0
 * where it does not. Threads are added up, and those that have ended are left out.
 *
 * @param root directory of the processes
 */
export function starvedMs(pid: number, root = '/proc'): number {
  const parents = new Map<number, number>();
  for (const name of namesIn(root)) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(textOf(join(root, name, 'stat'))));
  }
  let total = 0;
  for (const one of parents.keys()) {
    if (!isWithin(parents, one, pid)) continue;
    const tasks = join(root, String(one), 'task');
    for (const task of namesIn(tasks)) total += waitedMs(textOf(join(tasks, task, 'schedstat')));
  }
  return total;
}

function isWithin(parents: ReadonlyMap<number, number>, pid: number, ancestor: number): boolean {
  for (let one: number | undefined = pid; one !== undefined && one > 0; one = parents.get(one)) {
    if (one === ancestor) return true;
  }
  return false;
}

/** The name of a program may have spaces and parentheses. */
const parentOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);

/** `<ns run> <ns waited> <time slices>`. */
const waitedMs = (schedstat: string): number => Number(schedstat.split(' ')[1] ?? 0) / 1_000_000;

/** Processes end while they are read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
