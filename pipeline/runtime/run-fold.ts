import type { Chunk } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import { type TopicName, topics } from '../../schemas/topics.ts';
import { applyChunk, decodeChunk } from './batch.ts';
import { createOverlay } from './overlay.ts';
import type { Processor, Restoration } from './processor.ts';
import { ensureRestored } from './restore.ts';
import {
  HaltedError,
  openVersionedStore,
  type RunningProcessor,
  type RuntimeDeps,
  supervise,
  type VersionedStore,
} from './role.ts';

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
  const { store, resendFrom } = await openState(deps, processor);
  const context = { processor: name, codec: deps.codec, store, guard: supervision.guard, clock: deps.clock };
  const handle = async (chunk: Chunk): Promise<void> => {
    await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
    const artifacts = await supervision.retry(() => fetchArtifacts(deps, processor, store, chunk));
    const result = applyChunk<T>(context, chunk, (state, record) => processor.apply(state, record, artifacts));
    const isNews = (result.positions[0]?.next ?? 0) > resendFrom(chunk.partition);
    await supervision.retry(() =>
      store.commit({
        partition: chunk.partition,
        writes: result.writes,
        positions: result.positions,
        outputs: isNews ? result.outputs : [],
      }),
    );
    if (result.halted) throw new HaltedError(result.parked);
  };

  const consumption = deps.log.consume({
    topics: [input],
    group: name,
    maxRecords: processor.artifactsOf === undefined ? chunkRecords : 1,
    startAt: async (topic, partition) => store.position(topic, partition) ?? 0,
    onChunk: handle,
  });
  deps.onHealth({ processor: name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await consumption.stop();
  };
  return { name, stop, done: supervision.outcome(consumption.done, stop) };
}

/** The store with this version's state: restored from outputs, or to be folded again from the input's start. */
async function openState<T extends TopicName>(deps: RuntimeDeps, processor: Processor<T>): Promise<VersionedStore> {
  const { input, stateVersion, restoration } = processor;
  const { environment } = topics[input];
  if (restoration === undefined) return openVersionedStore(deps, processor, environment);
  const store = deps.openStore(processor.name, environment);
  await ensureRestored(deps, store, { input, stateVersion, restoration: restoration as Restoration<TopicName> });
  return { store, resendFrom: () => 0 };
}

async function fetchArtifacts<T extends TopicName>(
  deps: RuntimeDeps,
  processor: Processor<T>,
  store: StateStore,
  chunk: Chunk,
): Promise<ReadonlyMap<string, Buffer>> {
  const artifacts = new Map<string, Buffer>();
  if (processor.artifactsOf === undefined) return artifacts;
  const state = createOverlay(store, chunk.partition);
  for (const record of decodeChunk<T>(deps.codec, chunk)) {
    for (const sha256 of processor.artifactsOf(state, record.value)) artifacts.set(sha256, await deps.artifact(sha256));
  }
  return artifacts;
}
