import { accountsProcessor } from '../accounts/accounts.ts';
import { intakeFold } from '../accounts/intake.ts';
import type { RunningProcessor, RuntimeDeps } from '../runtime/role.ts';
import { runBroadcast } from '../runtime/run-broadcast.ts';
import { runFold } from '../runtime/run-fold.ts';

/** Starts the processors of the account topics. */
export async function startAccountProcessors(deps: RuntimeDeps): Promise<readonly RunningProcessor[]> {
  return Promise.all([runFold(deps, accountsProcessor), runBroadcast(deps, intakeFold)]);
}
