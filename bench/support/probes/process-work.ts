import { readdirSync, readFileSync } from 'node:fs';

/** What processes have done since they started. */
export interface ProcessWork {
  /** Processor time, seconds. */
  readonly cpu: number;
  /** How often their threads waited for something. */
  readonly wakeUps: number;
}

/** Linux reports times in hundredths of a second. */
const ticksPerSecond = 100;

/** The work of a process, with all of its threads, and of all that it started; Linux only. */
export const workOf = (pid: number): ProcessWork => sumOf([pid, ...descendants(pid)]);

/** The work of all that a process started and that runs. */
export const workBelow = (pid: number): ProcessWork => sumOf(descendants(pid));

function sumOf(pids: readonly number[]): ProcessWork {
  const all = pids.map(ownWork);
  return {
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
    wakeUps: all.reduce((sum, { wakeUps }) => sum + wakeUps, 0),
  };
}

function descendants(pid: number): readonly number[] {
  const children = tasksOf(pid).flatMap((task) =>
    readFileSync(`${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}

const tasksOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);

function ownWork(pid: number): ProcessWork {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may contain anything; fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  const waits = tasksOf(pid).map((task) =>
    Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`${task}/status`, 'utf8'))?.[1] ?? 0),
  );
  return { cpu: (user + system) / ticksPerSecond, wakeUps: waits.reduce((sum, one) => sum + one, 0) };
}
