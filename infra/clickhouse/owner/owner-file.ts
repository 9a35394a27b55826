import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../async/async.ts';
import { commandLine, processStart } from '../../process/process-start.ts';
import { type EngineName, engines } from './engine-name.ts';

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

const fileOf = (directory: string, engine: EngineName): string => join(directory, `${engine}.pid`);

const known = (pid: number): KnownProcess => ({ pid, start: processStart(pid) ?? '' });

/** Records this process as the one that has an engine of the directory open. */
export function writeOwnerFile(directory: string, engine: EngineName): void {
  const owner: Owner = { ...known(process.pid), command: commandLine(process.pid), parent: known(process.ppid) };
  const file = fileOf(directory, engine);
  // A reader finds the whole file, or none.
  writeFileSync(`${file}.new`, `${JSON.stringify(owner)}\n`);
  renameSync(`${file}.new`, file);
}

/** Null when there is no such file, or an incomplete one. */
function readOwnerFile(directory: string, engine: EngineName): Owner | null {
  try {
    return JSON.parse(readFileSync(fileOf(directory, engine), 'utf8')) as Owner;
  } catch {
    return null;
  }
}

const isRunning = ({ pid, start }: KnownProcess): boolean => start !== '' && processStart(pid) === start;

/** Pid of the process that a host works for, if that host is recorded as the owner of the tables. */
export function parentOfHost(directory: string, hostPid: number): number | null {
  const owner = readOwnerFile(directory, 'tables');
  return owner?.pid === hostPid && isRunning(owner.parent) ? owner.parent.pid : null;
}

const pollMs = 20;
const longestMs = 10_000;

/**
 * Ends the hosts that a killed process left behind, for example stopped ones, and waits up to 10 s until each is gone. A host
 * whose parent runs, and a process that is not a host, are left alone.
 */
export async function endOrphans(directory: string): Promise<void> {
  await Promise.all(engines.map((engine) => endOrphan(readOwnerFile(directory, engine))));
}

async function endOrphan(owner: Owner | null): Promise<void> {
  if (owner === null || !isRunning(owner) || isRunning(owner.parent)) return;
  const command = commandLine(owner.pid);
  // A process that is ending has no command line any more.
  if (owner.command === '' || (command !== '' && command !== owner.command)) return;
  if (command !== '') process.kill(owner.pid, 'SIGKILL');
  for (let waitedMs = 0; waitedMs < longestMs && isRunning(owner); waitedMs += pollMs) await pause(pollMs);
}
