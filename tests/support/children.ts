/** Waiting for child processes. Every wait has a limit, and what has happened before is not awaited. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { within } from './within.ts';

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

const endingOf = ({ exitCode, signalCode }: ChildProcess): Ending | null =>
  exitCode === null && signalCode === null ? null : { code: exitCode, signal: signalCode };

/** The exit code and signal of a process, also if it has ended before. */
export async function exitOf(child: ChildProcess): Promise<Ending> {
  if (endingOf(child) === null) await within(once(child, 'exit'), () => `the end of process ${child.pid}`);
  return { code: child.exitCode, signal: child.signalCode };
}

export function kill(child: ChildProcess): Promise<Ending> {
  child.kill('SIGKILL');
  return exitOf(child);
}

/** Resolves when a process has written to its standard output. Rejects when it ends before. */
export async function firstOutput(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`process ${child.pid} ended without output`)));
  ended.catch(() => undefined);
  if (endingOf(child) === null) {
    await within(Promise.race([once(child.stdout ?? child, 'data'), ended]), () => `output of process ${child.pid}`);
  }
}
