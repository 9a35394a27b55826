import { detectProcessor } from '../changes/detect.ts';
import { discloseProcessor } from '../documents/reading/disclose.ts';
import { obligeProcessor } from '../obligations/oblige.ts';
import type { FeedTable } from '../ingest/feed.ts';
import { artifactsOf, type IngestContext, ingestCapture } from '../ingest/ingest.ts';
import { restoreFeeds } from '../ingest/restore.ts';
import { chainFeeds } from '../publishers/chain/chain-feeds.ts';
import { createDeclare } from '../registry/declare.ts';
import type { Processor } from '../runtime/processor.ts';
import type { RunningProcessor, RuntimeDeps } from '../runtime/role.ts';
import { runBroadcast } from '../runtime/run-broadcast.ts';
import { runFold } from '../runtime/run-fold.ts';
import { createAttribute } from '../screening/attribute.ts';
import { createScreen } from '../screening/screen.ts';
import { reconcileProcessor } from '../reconciliation/reconcile.ts';

export const createIngest = (context: IngestContext): Processor<'feed.captures'> => ({
  name: 'ingest',
  input: 'feed.captures',
  outputs: ['sanctions.entries', 'register.rows', 'observations', 'feed.runs'],
  stateVersion: 1,
  artifactsOf: artifactsOf(context),
  apply: ingestCapture(context),
  restoration: restoreFeeds(context),
});

/** Starts the processors of the data topics, or only those named. */
export async function startDataProcessors(
  deps: RuntimeDeps,
  feeds: FeedTable,
  wanted: ReadonlySet<string> | null = null,
): Promise<readonly RunningProcessor[]> {
  const ingest = createIngest({ feeds, chains: chainFeeds });
  const [declare, screen, attribute] = [
    createDeclare(),
    createScreen({ feeds }),
    createAttribute({ registers: feeds }),
  ];
  const starts = [
    [ingest.name, () => runFold(deps, ingest)],
    [discloseProcessor.name, () => runFold(deps, discloseProcessor)],
    [declare.name, () => runBroadcast(deps, declare)],
    [screen.name, () => runBroadcast(deps, screen)],
    [attribute.name, () => runBroadcast(deps, attribute)],
    [detectProcessor.name, () => runFold(deps, detectProcessor)],
    [reconcileProcessor.name, () => runFold(deps, reconcileProcessor)],
    [obligeProcessor.name, () => runFold(deps, obligeProcessor)],
  ] as const;
  return Promise.all(starts.filter(([name]) => wanted?.has(name) ?? true).map(([, start]) => start()));
}
