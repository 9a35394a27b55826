import type { Chunk } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { createAssignments, type Assigned, splitAtEmitted } from './partitions/assignments.ts';
import { createCompactedOutputs } from './partitions/compacted-outputs.ts';
import { createDeadLettered } from './partitions/dead-lettered.ts';
import { ensureRestored } from './partitions/restore.ts';
import { openVersioned } from './partitions/versions.ts';
import { applyChunk, decodeChunk } from './batch.ts';
import { createOverlay } from './overlay.ts';
import type { Processor } from './processor.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, supervise } from './role.ts';

/** Records of a chunk: enough to spread the cost of a durable commit, few enough to keep a chunk well under a second. */
const chunkRecords = 500;

/**
 * Runs a fold: read a chunk, decode, apply, commit state, outputs and position together, and again. State that is behind,
 * because its partition was elsewhere, is folded first, and nothing of that is said again.
 * An error that is neither retry nor park ends it: `done` rejects and the role must exit.
 */
export async function runFold<T extends TopicName>(
  deps: RuntimeDeps,
  processor: Processor<T>,
): Promise<RunningProcessor> {
  const { name, input, restoration } = processor;
  const supervision = supervise(deps, name);
  const { store, emittedUpTo } = await openVersioned(deps, processor);
  const given = createAssignments(store, input);
  const copies = createCompactedOutputs(deps, store, processor.outputs, supervision);
  const parked = createDeadLettered(deps, processor, supervision);
  const fold = async (chunk: Chunk, isEmitted: boolean, current: Assigned): Promise<void> => {
    await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
    const artifacts = await supervision.retry(() => fetchArtifacts(deps, processor, store, chunk, supervision.signal));
    const guard = isEmitted ? null : supervision.guard;
    const context = { processor: name, codec: deps.codec, store, guard, wasParked: parked.has, clock: deps.clock };
    const result = applyChunk<T>(context, chunk, (state, record) => processor.apply(state, record, artifacts));
    const isCommitted = await copies.commit(current, result);
    if (result.halted && isCommitted) throw new HaltedError(result.parked);
  };
  const consumption = deps.log.consume({
    topics: [input],
    group: name,
    maxRecords: processor.artifactsOf === undefined ? chunkRecords : 1,
    concurrentPartitions: processor.artifactsOf === undefined,
    startAt: async (_, partition, assignment) => {
      const until = given.take(partition, assignment, emittedUpTo(partition));
      if (restoration !== undefined && !assignment.retained) {
        await ensureRestored(deps, store, processor, restoration, { partition, until, assignment, supervision });
      }
      const next = store.position(input, partition) ?? 0;
      if (next < until) await parked.look(assignment);
      await copies.reached(given.of(partition), partition, next);
      return next;
    },
    offsetToCommit: (_, partition) => given.progress(partition),
    onChunk: async (chunk) => {
      const current = given.of(chunk.partition);
      for (const { part, isEmitted } of splitAtEmitted(chunk, current.until)) await fold(part, isEmitted, current);
      await copies.reached(current, chunk.partition, store.position(input, chunk.partition) ?? 0);
    },
  });
  deps.onHealth({ processor: name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(consumption, copies);
  };
  return { name, stop, done: supervision.outcome(Promise.race([consumption.done, copies.failure]), stop) };
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
