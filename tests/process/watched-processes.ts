/** Following processes over time. */
import { processStart } from '../../infra/process/process-start.ts';
import type { Sandbox } from '../support/service.ts';
import { elapsedMs, every, pause, until } from '../support/real-time.ts';
import { childrenOf, type Engine, hostOf } from './tables-processes.ts';

/** Resolves when another process than `pid` has the engine open. */
export async function nextHost(sandbox: Sandbox, pid: number, engine: Engine = 'tables'): Promise<number> {
  await until('the next process', () => hostOf(sandbox, engine) !== pid, 5);
  return hostOf(sandbox, engine);
}

/** Remembers every child that a process has until `end`, which waits a while for all to end, and returns those that still run. */
export function watchChildren(pid: number): { readonly end: (waitMs: number) => Promise<readonly number[]> } {
  const seen = new Map<number, string | null>();
  const scan = (): void => {
    for (const child of childrenOf(pid)) if (!seen.has(child)) seen.set(child, processStart(child));
  };
  scan();
  const stop = every(10, scan);
  return {
    end: async (waitMs) => {
      stop();
      const deadline = elapsedMs() + waitMs;
      const left = (): readonly number[] =>
        [...seen].filter(([child, start]) => start !== null && processStart(child) === start).map(([child]) => child);
      while (left().length > 0 && elapsedMs() < deadline) await pause(20);
      return left();
    },
  };
}
