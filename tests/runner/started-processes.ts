/** Counts the processes that this one starts itself. What these start in turn is not seen. */
import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

type Start = (this: unknown, ...given: unknown[]) => unknown;

let started = 0;

/** A program that is not there is no process: it has no id, or 0. */
function count(process: unknown): void {
  const { pid } = process as { readonly pid?: number };
  if (pid !== undefined && pid > 0) started += 1;
}

/** `spawn`, `fork`, `exec` and `execFile` start by this method. */
const counted = (start: Start): Start =>
  function (...given) {
    const result = start.apply(this, given);
    count(this);
    return result;
  };

/** The id is in what `spawnSync` returns, and in the error of the other two: they return output, or null where none was asked for. */
const countedToEnd = (run: Start): Start =>
  function (...given) {
    try {
      const result = run.apply(this, given);
      if (result === null || Buffer.isBuffer(result) || typeof result === 'string') started += 1;
      else count(result);
      return result;
    } catch (error) {
      count(error);
      throw error;
    }
  };

/** Processes that were started since `countProcesses`. */
export const startedProcesses = (): number => started;

/** Begins to count; call it once. */
export function countProcesses(): void {
  // It is not in the types.
  const prototype = ChildProcess.prototype as unknown as Record<'spawn', Start>;
  prototype.spawn = counted(prototype.spawn);
  const functions = childProcess as unknown as Record<'spawnSync' | 'execSync' | 'execFileSync', Start>;
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const)
    functions[name] = countedToEnd(functions[name]);
  syncBuiltinESMExports();
}
