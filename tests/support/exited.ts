import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The exit code and signal of a process when it has ended, also if it ended before the call. */
export async function exited(child: ChildProcess): Promise<ProcessEnd> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode, signal: child.signalCode };
}
