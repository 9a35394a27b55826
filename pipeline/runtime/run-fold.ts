import type { Chunk } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { applyChunk, decodeChunk } from './batch.ts';
import { createOverlay } from './overlay.ts';
import { type Assigned, createAssignments, splitAtEmitted } from './partitions/assignments.ts';
import { createCompactedOutputs } from './partitions/compacted-outputs.ts';
import { createDeadLettered } from './partitions/dead-lettered.ts';
import { ensureRestored } from './partitions/restore.ts';
import { openVersioned } from './partitions/versions.ts';
import type { Processor } from './processor.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, supervise } from './role.ts';

/** Records of a chunk: enough to spread the cost of a durable commit, few enough to process a chunk in well under a second. */
const chunkRecords = 500;

/**
 * Runs a fold: reads a chunk, decodes and applies it, commits state, outputs and position together, and repeats. A partition
 * that is restoring folds the rows below `emittedUpTo` first, without emitting their outputs again.
 * An error that is neither retry nor park ends the fold: `done` rejects and the role must exit.
 */
export async function runFold<T extends TopicName>(
  deps: RuntimeDeps,
  processor: Processor<T>,
): Promise<RunningProcessor> {
  const { name, input, restoration } = processor;
  const supervision = supervise(deps, name);
  const { store, emittedUpTo } = await openVersioned(deps, processor);
  const assignments = createAssignments(store, input);
  const compacted = createCompactedOutputs(deps, store, processor.outputs, supervision);
  const deadLettered = createDeadLettered(deps, processor, supervision);
  const fold = async (chunk: Chunk, isEmitted: boolean, assigned: Assigned): Promise<void> => {
    await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
    const artifacts = await supervision.retry(() => fetchArtifacts(deps, processor, store, chunk, supervision.signal));
    const guard = isEmitted ? null : supervision.guard;
    const context = {
      processor: name,
      codec: deps.codec,
      store,
      guard,
      wasParked: deadLettered.has,
      clock: deps.clock,
    };
    const result = applyChunk<T>(context, chunk, (state, record) => processor.apply(state, record, artifacts));
    const isCommitted = await compacted.commit(assigned, result);
    if (result.halted && isCommitted) throw new HaltedError(result.parked);
  };
  const goLive = async (partition: number): Promise<void> => {
    assignments.enter(partition, 'live');
    await compacted.onLive(partition, assignments.of(partition));
  };
  const consumption = deps.log.consume({
    topics: [input],
    group: name,
    maxRecords: processor.artifactsOf === undefined ? chunkRecords : 1,
    concurrentPartitions: processor.artifactsOf === undefined,
    startAt: async (_, partition, assignment) => {
      const { emittedUpTo: until } = assignments.assign(partition, assignment, emittedUpTo(partition));
      if (restoration !== undefined && !assignment.retained) {
        await ensureRestored(deps, store, processor, restoration, { partition, until, assignment, supervision });
      }
      const { next, isRestored } = assignments.reached(partition);
      await (isRestored ? goLive(partition) : deadLettered.load(assignment));
      return next;
    },
    offsetToCommit: (_, partition) => assignments.offsetToCommit(partition),
    onChunk: async (chunk) => {
      const { partition } = chunk;
      const assigned = assignments.of(partition);
      for (const { part, isEmitted } of splitAtEmitted(chunk, assigned.emittedUpTo)) {
        await fold(part, isEmitted, assigned);
      }
      if (assignments.stateOf(partition) === 'restoring' && assignments.reached(partition).isRestored) {
        await goLive(partition);
      }
    },
  });
  deps.onHealth({ processor: name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(consumption, compacted);
  };
  return { name, stop, done: supervision.outcome(Promise.race([consumption.done, compacted.failure]), stop) };
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
