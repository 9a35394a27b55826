import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../async.ts';
import { commandLine, processStart } from '../../process-start.ts';

interface KnownProcess {
  readonly pid: number;
  /** Start time as the system prints it. */
  readonly start: string;
}

/** The process that has the engine open, and the one that it works for. */
interface Owner extends KnownProcess {
  /** Command line of the host: a process in another pid namespace may have the same pid and start. */
  readonly command: string;
  readonly parent: KnownProcess;
}

const fileName = 'tables.pid';

const known = (pid: number): KnownProcess => ({ pid, start: processStart(pid) ?? '' });

/** Records this process as the one that has the engine of the directory open. */
export function writeOwnerFile(directory: string): void {
  const owner: Owner = { ...known(process.pid), command: commandLine(process.pid), parent: known(process.ppid) };
  const file = join(directory, fileName);
  // A reader finds the whole file, or none.
  writeFileSync(`${file}.new`, `${JSON.stringify(owner)}\n`);
  renameSync(`${file}.new`, file);
}

/** Null when there is no such file, or an incomplete one. */
function readOwnerFile(directory: string): Owner | null {
  try {
    return JSON.parse(readFileSync(join(directory, fileName), 'utf8')) as Owner;
  } catch {
    return null;
  }
}

const isRunning = ({ pid, start }: KnownProcess): boolean => start !== '' && processStart(pid) === start;

/** Pid of the process that a host works for, if that host is recorded as the owner of the directory. */
export function parentOfHost(directory: string, hostPid: number): number | null {
  const owner = readOwnerFile(directory);
  return owner?.pid === hostPid && isRunning(owner.parent) ? owner.parent.pid : null;
}

const pollMs = 20;
const longestMs = 10_000;

/**
 * Ends the host that a killed process left behind, for example a stopped one, and waits up to 10 s until it is gone. A host
 * whose parent runs, and a process that is not a host, are left alone.
 * @returns whether there was one
 */
export async function endOrphan(directory: string): Promise<boolean> {
  const owner = readOwnerFile(directory);
  if (owner === null || !isRunning(owner) || isRunning(owner.parent)) return false;
  if (owner.command === '' || commandLine(owner.pid) !== owner.command) return false;
  process.kill(owner.pid, 'SIGKILL');
  for (let waitedMs = 0; waitedMs < longestMs && isRunning(owner); waitedMs += pollMs) await pause(pollMs);
  return true;
}
