import { createDeferred } from '../../infra/async/async.ts';
import { createMutex } from '../../infra/async/mutex.ts';
import type { TopicName } from '../../schemas/topics.ts';
import type { BroadcastFold } from './broadcast.ts';
import { createAssignments } from './partitions/assignments.ts';
import { createBroadcastPartitions } from './partitions/broadcast-partitions.ts';
import { globalOffsetsMetadata } from './partitions/global-offsets.ts';
import { openVersioned } from './partitions/versions.ts';
import { createZombieWrites } from './partitions/zombie-writes.ts';
import { createParkedByHand } from './partitions/read-parkings.ts';
import { type RunningProcessor, type RuntimeDeps, stopAll, supervise } from './role.ts';

const chunkRecords = 200;

/**
 * Runs a broadcast fold: reads the global topic to its end, then rows and global records as they arrive. An assigned
 * partition is processed once it is live; one that is revoked keeps its state.
 */
export async function runBroadcast<T extends TopicName, G extends TopicName>(
  deps: RuntimeDeps,
  fold: BroadcastFold<T, G>,
): Promise<RunningProcessor> {
  const supervision = supervise(deps, fold.name);
  const versioned = await supervision.retry(() => openVersioned(deps, fold));
  const exclusive = createMutex();
  const { emitted } = fold.open();
  const zombies = createZombieWrites(deps.log, emitted === undefined ? [] : [emitted.topic], ({ partition }) =>
    exclusive(() => partitions.onZombieWrite(partition)),
  );
  const state = { ...versioned, store: zombies.track(versioned.store) };
  const { store } = state;
  const assignments = createAssignments(store, fold.input);
  const byHand = createParkedByHand(deps, { name: fold.name, inputs: [fold.input, fold.global] }, supervision);
  // Before the first global record, which every partition reads from the start.
  await byHand.load();
  const partitions = createBroadcastPartitions(deps, fold, { state, supervision, assignments, byHand });
  const ready = createDeferred();
  const globals = deps.log.consume({
    topics: [fold.global],
    group: null,
    maxRecords: chunkRecords,
    startAt: async () => 0,
    onChunk: (chunk) => exclusive(() => partitions.onGlobals(chunk)),
    onCaughtUp: async () => ready.resolve(),
  });
  await Promise.race([ready.promise, globals.done]);
  const globalPartitions = deps.log.partitionsOf(fold.global);
  const rows = deps.log.consume({
    topics: [fold.input],
    group: fold.name,
    maxRecords: chunkRecords,
    lingerMs: fold.lingerMs ?? 0,
    startAt: (_, partition, assignment) =>
      exclusive(async () => {
        if (assignment.shared) await supervision.retry(() => zombies.watch(partition));
        return partitions.onAssigned(partition, assignment);
      }),
    offsetToCommit: (_, partition) =>
      assignments.offsetToCommit(partition, globalOffsetsMetadata(store, partition, globalPartitions)),
    onRevoke: () => exclusive(async () => undefined),
    onChunk: (chunk) => exclusive(() => partitions.onRows(chunk)),
    onCaughtUp: () => exclusive(partitions.onCaughtUp),
  });
  deps.onHealth({ processor: fold.name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(rows, globals, zombies);
  };
  const done = Promise.race([Promise.all([rows.done, globals.done]), zombies.failure]);
  return { name: fold.name, stop, done: supervision.outcome(done, stop) };
}
