import { detectProcessor } from '../changes/detect.ts';
import type { FeedTable } from '../ingest/feed.ts';
import { artifactsOf, ingestCapture } from '../ingest/ingest.ts';
import { createDeclare } from '../registry/declare.ts';
import type { Processor } from '../runtime/processor.ts';
import type { RunningProcessor, RuntimeDeps } from '../runtime/role.ts';
import { runBroadcast } from '../runtime/run-broadcast.ts';
import { runFold } from '../runtime/run-fold.ts';
import { createAttribute } from '../screening/attribute.ts';
import { createScreen } from '../screening/screen.ts';

const createIngest = (feeds: FeedTable): Processor<'feed.captures'> => ({
  name: 'ingest',
  input: 'feed.captures',
  outputs: ['sanctions.entries', 'register.rows', 'feed.runs'],
  stateVersion: 1,
  artifactsOf: artifactsOf({ feeds }),
  apply: ingestCapture({ feeds }),
});

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
