/** What Linux counts of a process and its descendants: how long they waited for a core, and what they computed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Milliseconds for which threads of a process and of its descendants were ready to run, and did not, as Linux counts them; 0
 * where it does not. Threads are added up, and those that have ended are left out.
 *
 * @param root directory of the processes
 */
export function starvedMs(pid: number, root = '/proc'): number {
  let total = 0;
  for (const { id } of withDescendants(pid, root)) {
    const tasks = join(root, String(id), 'task');
    for (const task of namesIn(tasks)) total += waitedMs(textOf(join(tasks, task, 'schedstat')));
  }
  return total;
}

export interface CpuOfDescendants {
  /** Of those that the process started and that have ended. */
  readonly ended: number;
  /** Of those that run, and of what they started. */
  readonly running: number;
}

/** CPU seconds of the descendants of a process so far; 0 where Linux does not count. */
export function cpuOfDescendants(pid: number, root = '/proc'): CpuOfDescendants {
  const ticks = { ended: 0, running: 0 };
  for (const { id, stat } of withDescendants(pid, root)) {
    const [own, ended] = ticksOf(stat);
    if (id === pid) ticks.ended += ended;
    else ticks.running += own + ended;
  }
  return { ended: ticks.ended / 100, running: ticks.running / 100 };
}

interface ProcessStat {
  readonly id: number;
  readonly stat: string;
}

function withDescendants(pid: number, root: string): readonly ProcessStat[] {
  const running: ProcessStat[] = [];
  const parents = new Map<number, number>();
  for (const name of namesIn(root)) {
    if (!/^\d+$/.test(name)) continue;
    const stat = textOf(join(root, name, 'stat'));
    running.push({ id: Number(name), stat });
    parents.set(Number(name), Number(fieldsOf(stat)[1] ?? 0));
  }
  return running.filter(({ id }) => isWithin(parents, id, pid));
}

function isWithin(parents: ReadonlyMap<number, number>, pid: number, ancestor: number): boolean {
  for (let one: number | undefined = pid; one !== undefined && one > 0; one = parents.get(one)) {
    if (one === ancestor) return true;
  }
  return false;
}

/** From the state on: the name of a program, before it, may have spaces and parentheses. */
const fieldsOf = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** Hundredths of a second of a process itself, and of those that it started and that have ended. */
function ticksOf(stat: string): readonly [own: number, ended: number] {
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fieldsOf(stat).slice(11, 15).map(Number);
  return [user + system, userOfEnded + systemOfEnded];
}

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
