/** Counts the processes that this one starts itself. What these start in turn is not seen. */
import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

type Start = (this: unknown, ...given: unknown[]) => unknown;

let started = 0;

function counted(start: Start): Start {
  return function (...given) {
    started += 1;
    return start.apply(this, given);
  };
}

/** Processes that were started since `countProcesses`. */
export const startedProcesses = (): number => started;

/** Begins to count; call it once. */
export function countProcesses(): void {
  // `spawn`, `fork`, `exec` and `execFile` start by this method, which is not in the types.
  const prototype = ChildProcess.prototype as unknown as Record<'spawn', Start>;
  prototype.spawn = counted(prototype.spawn);
  const functions = childProcess as unknown as Record<'spawnSync' | 'execSync' | 'execFileSync', Start>;
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) functions[name] = counted(functions[name]);
  syncBuiltinESMExports();
}
