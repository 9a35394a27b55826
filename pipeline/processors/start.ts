import { accountsProcessor } from '../accounts/accounts.ts';
import { intakeFold } from '../accounts/intake.ts';
import { detectProcessor } from '../changes/detect.ts';
import { createIngest } from '../ingest/ingest.ts';
import type { FeedTable } from '../ingest/feed.ts';
import { createDeclare } from '../registry/declare.ts';
import type { RunningProcessor, RuntimeDeps } from '../runtime/role.ts';
import { runBroadcast } from '../runtime/run-broadcast.ts';
import { runFold } from '../runtime/run-fold.ts';
import { createAttribute } from '../screening/attribute.ts';
import { createScreen } from '../screening/screen.ts';

/** Starts the processors of the data topics. */
export async function startDataProcessors(deps: RuntimeDeps, feeds: FeedTable): Promise<readonly RunningProcessor[]> {
  return Promise.all([
    runFold(deps, createIngest(feeds)),
    runBroadcast(deps, createDeclare()),
    runBroadcast(deps, createScreen({ feeds })),
    runBroadcast(deps, createAttribute({ registers: feeds })),
    runFold(deps, detectProcessor),
  ]);
}

/** Starts the processors of the account topics. */
export async function startAccountProcessors(deps: RuntimeDeps): Promise<readonly RunningProcessor[]> {
  return Promise.all([runFold(deps, accountsProcessor), runBroadcast(deps, intakeFold)]);
}
