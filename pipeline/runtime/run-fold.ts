import type { Chunk } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import { type TopicName, topics } from '../../schemas/topics.ts';
import { applyChunk, decodeChunk } from './batch.ts';
import { createOverlay } from './overlay.ts';
import type { ParkGuard } from './parking.ts';
import type { Processor, Restoration } from './processor.ts';
import { openFolded } from '../rebuild/refold.ts';
import { ensureRestored } from '../rebuild/restore.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, supervise } from './role.ts';

/** Records of a chunk: enough to spread the cost of a durable commit, few enough to keep a chunk well under a second. */
const chunkRecords = 500;

/**
 * Runs a fold: read a chunk, decode, apply, commit state, outputs and position together, and again.
 * An error that is neither retry nor park ends it: `done` rejects and the role must exit.
 */
export async function runFold<T extends TopicName>(
  deps: RuntimeDeps,
  processor: Processor<T>,
): Promise<RunningProcessor> {
  const { name, input } = processor;
  const supervision = supervise(deps, name);
  const handle = async (store: StateStore, chunk: Chunk, guard: ParkGuard | null): Promise<void> => {
    await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
    const artifacts = await supervision.retry(() => fetchArtifacts(deps, processor, store, chunk, supervision.signal));
    const context = { processor: name, codec: deps.codec, store, guard, clock: deps.clock };
    const result = applyChunk<T>(context, chunk, (state, record) => processor.apply(state, record, artifacts));
    await supervision.retry(() => store.commit(result.commit));
    if (result.halted) throw new HaltedError(result.parked);
  };
  const maxRecords = processor.artifactsOf === undefined ? chunkRecords : 1;
  const store = await openState(deps, processor, async (anew, chunksOf) => {
    for await (const chunk of chunksOf(input, maxRecords)) await handle(anew, chunk, null);
  });
  const consumption = deps.log.consume({
    topics: [input],
    group: name,
    maxRecords,
    startAt: async (topic, partition) => store.position(topic, partition) ?? 0,
    onChunk: (chunk) => handle(store, chunk, supervision.guard),
  });
  deps.onHealth({ processor: name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(consumption);
  };
  return { name, stop, done: supervision.outcome(consumption.done, stop) };
}

/** The store with this version's state: restored from outputs, or folded again from the input's start. */
async function openState<T extends TopicName>(
  deps: RuntimeDeps,
  processor: Processor<T>,
  refold: Parameters<typeof openFolded>[2],
): Promise<StateStore> {
  const { input, stateVersion, restoration } = processor;
  if (restoration === undefined) return openFolded(deps, processor, refold);
  const store = deps.openStore(processor.name, topics[input].environment);
  await ensureRestored(deps, store, { input, stateVersion, restoration: restoration as Restoration<TopicName> });
  return store;
}

async function fetchArtifacts<T extends TopicName>(
  deps: RuntimeDeps,
  processor: Processor<T>,
  store: StateStore,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
  const artifacts = new Map<string, Buffer>();
  if (processor.artifactsOf === undefined) return artifacts;
  const state = createOverlay(store, chunk.partition);
  for (const record of decodeChunk<T>(deps.codec, chunk)) {
    for (const need of processor.artifactsOf(state, record.value)) {
      if (typeof need === 'string') artifacts.set(need, await deps.artifact(need));
      else artifacts.set(need.key, await deps.reduceArtifact(need.sha256, need.reduce, signal));
    }
  }
  return artifacts;
}
