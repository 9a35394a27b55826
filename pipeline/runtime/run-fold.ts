import type { Chunk } from '../../infra/log/log.ts';
import type { StateStore } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { applyChunk, decodeChunk } from './batch.ts';
import { createOverlay } from './overlay.ts';
import type { ParkedByHand } from './parked-by-hand.ts';
import {
  type AssignedPartition,
  createAssignments,
  type EmitMode,
  reachedBy,
  splitAtEmitted,
  versionMetadata,
} from './partitions/assignments.ts';
import { createCompactedOutputs } from './partitions/compacted-outputs.ts';
import { createDeadLettered } from './partitions/dead-lettered.ts';
import { createLackingOutputs } from './partitions/lacking-outputs.ts';
import { createParkedByHand } from './partitions/read-parkings.ts';
import { ensureRestored } from './partitions/restore.ts';
import { openVersioned } from './partitions/versions.ts';
import type { Processor } from './processor.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, supervise } from './role.ts';

/** Records of a chunk: enough to spread the cost of a durable commit, few enough to process a chunk in well under a second. */
const chunkRecords = 500;

/**
 * Runs a fold: reads a chunk, decodes and applies it, commits state, outputs and position together, and repeats. A partition
 * that is restoring folds the rows below `emittedUpTo` first. Of their outputs it emits those that the log lacks, because an
 * earlier state version did not make them.
 * An error that is neither retry nor park ends the fold: `done` rejects and the role must exit.
 */
export async function runFold<T extends TopicName>(
  deps: RuntimeDeps,
  processor: Processor<T>,
): Promise<RunningProcessor> {
  const { name, input, restoration, stateVersion } = processor;
  /** State that is rebuilt from the outputs cannot miss one of them. */
  const foldsAgain = restoration === undefined;
  const supervision = supervise(deps, name);
  const { store, emittedUpTo } = await supervision.retry(() => openVersioned(deps, processor));
  const assignments = createAssignments(store, input);
  const compacted = createCompactedOutputs(deps, store, processor.outputs, supervision);
  const deadLettered = createDeadLettered(deps, processor, supervision);
  const byHand = createParkedByHand(deps, { name, inputs: [input] }, supervision);
  const lacking = createLackingOutputs(deps, processor, supervision);
  const fold = async (chunk: Chunk, emitting: EmitMode, assigned: AssignedPartition): Promise<void> => {
    await supervision.retry(() => deps.codec.prepare(chunk.records.map((record) => record.value)));
    const artifacts = await supervision.retry(async () => {
      // Again at each try: the operator may park the record whose artifact is missing.
      await byHand.follow();
      return fetchArtifacts(deps, processor, store, withoutParked(chunk, byHand), supervision.signal);
    });
    const context = {
      name,
      deps,
      store,
      guard: emitting === 'all' ? supervision.guard : null,
      wasParked: deadLettered.has,
      byHand,
      ...(emitting === 'lacking' ? { isLacking: await lacking.of(chunk.partition, assigned) } : {}),
    };
    const result = applyChunk<T>(
      context,
      chunk,
      (state, record) => processor.apply(state, record, artifacts),
      processor.answerParked,
    );
    const isCommitted = await compacted.commit(assigned, result, emitting);
    if (result.halted && isCommitted) throw new HaltedError(result.parked);
  };
  const goLive = async (partition: number): Promise<void> => {
    assignments.enter(partition, 'live');
    await compacted.onLive(partition, assignments.of(partition));
    const written = lacking.forget(partition);
    if (written > 0)
      deps.logger.info({ processor: name, partition, written }, 'outputs that the log lacked are written');
  };
  const consumption = deps.log.consume({
    topics: [input],
    group: name,
    maxRecords: processor.artifactsOf === undefined ? chunkRecords : 1,
    concurrentPartitions: processor.artifactsOf === undefined,
    startAt: async (_, partition, assignment) => {
      await byHand.load();
      const reached = reachedBy(assignment, emittedUpTo(partition), foldsAgain ? stateVersion : undefined);
      const { emittedUpTo: until } = assignments.assign(partition, assignment, reached);
      if (restoration !== undefined && !assignment.retained) {
        await ensureRestored(deps, store, processor, restoration, { partition, until, assignment, supervision });
      }
      const { next, isRestored } = assignments.reached(partition);
      await (isRestored ? goLive(partition) : deadLettered.load(assignment));
      return next;
    },
    offsetToCommit: (_, partition) =>
      assignments.offsetToCommit(partition, foldsAgain ? versionMetadata(stateVersion) : ''),
    onChunk: async (chunk) => {
      const { partition } = chunk;
      const assigned = assignments.of(partition);
      const isRestoring = (): boolean => assignments.stateOf(partition) === 'restoring';
      for (const { part, emitting } of splitAtEmitted(chunk, assigned)) {
        // Records of earlier input must be in the topics before those of later input.
        if (emitting === 'all' && isRestoring()) await goLive(partition);
        await fold(part, emitting, assigned);
      }
      if (isRestoring() && assignments.reached(partition).isRestored) await goLive(partition);
    },
  });
  deps.onHealth({ processor: name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(consumption, compacted);
  };
  return { name, stop, done: supervision.outcome(Promise.race([consumption.done, compacted.failure]), stop) };
}

const withoutParked = (chunk: Chunk, byHand: ParkedByHand): Chunk => ({
  ...chunk,
  records: chunk.records.filter((record) => byHand.requestFor(record) === undefined && !byHand.hasPassed(record)),
});

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
