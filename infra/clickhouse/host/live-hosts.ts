import type { ChildProcess } from 'node:child_process';

const live = new Set<ChildProcess>();

/** Remembers a host until it ends. */
export function rememberHost(child: ChildProcess): void {
  live.add(child);
  child.once('exit', () => live.delete(child));
}

/** Kills all hosts of this process at once, also stopped ones. */
export function killHosts(): void {
  for (const child of live) child.kill('SIGKILL');
}
