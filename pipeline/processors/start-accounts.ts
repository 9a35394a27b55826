import { accountsProcessor } from '../accounts/accounts.ts';
import { intakeFold } from '../accounts/intake.ts';
import type { RunningProcessor, RuntimeDeps } from '../runtime/role.ts';
import { runBroadcast } from '../runtime/run-broadcast.ts';
import { runFold } from '../runtime/run-fold.ts';

/** Starts the processors of the account topics, or only those named. */
export async function startAccountProcessors(
  deps: RuntimeDeps,
  wanted: ReadonlySet<string> | null = null,
): Promise<readonly RunningProcessor[]> {
  const starts = [
    [accountsProcessor.name, () => runFold(deps, accountsProcessor)],
    [intakeFold.name, () => runBroadcast(deps, intakeFold)],
  ] as const;
  return Promise.all(starts.filter(([name]) => wanted?.has(name) ?? true).map(([, start]) => start()));
}
