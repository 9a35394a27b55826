import type { Assignment, Chunk } from '../../../infra/log/log.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { applyChunk, decodeChunk, encodeOutput } from '../batch.ts';
import type { BroadcastFold } from '../broadcast.ts';
import { createOverlay } from '../overlay.ts';
import type { Input, KeyedState, Output, Result } from '../processor.ts';
import { HaltedError, type RuntimeDeps } from '../role.ts';
import { type AssignedPartition, type Assignments, commitIfOwned, reachedBy, splitAtEmitted } from './assignments.ts';
import { type FoldContext, unreconciledKey } from './catch-up-steps.ts';
import { catchUp } from './catch-up.ts';
import { createDeadLettered } from './dead-lettered.ts';
import { createPassedGlobals, withoutParkedGlobals } from './passed-globals.ts';
import { createGlobalReader, globalOffset, globalOffsetKey } from './global-offsets.ts';

/** The partitions of a broadcast fold. The caller must not let two of these calls overlap. */
export interface BroadcastPartitions {
  /** A partition was assigned to this instance. Returns the offset from which to read its rows. */
  readonly onAssigned: (partition: number, assignment: Assignment) => Promise<number>;
  readonly onGlobals: (chunk: Chunk) => Promise<void>;
  readonly onRows: (chunk: Chunk) => Promise<void>;
  /** All rows have been read. A partition does not wait for rows that were deleted from the log. */
  readonly onCaughtUp: () => Promise<void>;
  /** A former owner of the partition has written to the emitted topic. */
  readonly onZombieWrite: (partition: number) => Promise<void>;
}

interface BroadcastContext extends FoldContext {
  readonly assignments: Assignments;
}

export function createBroadcastPartitions<T extends TopicName, G extends TopicName>(
  deps: RuntimeDeps,
  fold: BroadcastFold<T, G>,
  context: BroadcastContext,
): BroadcastPartitions {
  const { state, supervision, assignments, byHand } = context;
  const { codec } = deps;
  const { store } = state;
  const view = fold.open();
  const deadLettered = createDeadLettered(deps, fold, supervision);
  /** Partitions with zombie writes that no catch-up has read yet, across assignments. */
  const zombieWritten = new Set<number>();

  const goLive = async (partition: number): Promise<void> => {
    assignments.enter(partition, 'catchingUp');
    const assigned = assignments.of(partition);
    const hasZombieWrites = zombieWritten.has(partition);
    const isOwned = await catchUp({ ...context, deps, fold, view, globals, partition, assigned, hasZombieWrites });
    if (!isOwned) return;
    await notePassedGlobals(assigned.assignment);
    zombieWritten.delete(partition);
    assignments.enter(partition, 'live');
  };

  const isBehind = (partition: number): boolean => ['restoring', 'catchingUp'].includes(assignments.stateOf(partition));

  const applyGlobals = async (chunk: Chunk, next: number): Promise<void> => {
    const live = assignments.inState('live').map((partition) => ({
      partition,
      assigned: assignments.of(partition),
      from: globalOffset(store, partition, chunk.partition),
      overlay: createOverlay(store, partition),
      outputs: [] as Output[],
    }));
    for (const record of decodeChunk<G>(codec, withoutParkedGlobals(chunk, byHand))) {
      deps.inHand?.(fold.name, record);
      const react = view.update(record);
      for (const { from, overlay, outputs } of live) {
        if (record.offset < from) continue;
        outputs.push(...react(overlay));
        overlay.keep();
      }
    }
    deps.inHand?.(fold.name, null);
    for (const { partition, assigned, from, overlay, outputs } of live) {
      if (next <= from) continue;
      overlay.put(globalOffsetKey(chunk.partition), next);
      overlay.keep();
      const encoded = outputs.map((output) => encodeOutput(codec, output));
      const commit = { partition, writes: overlay.writes(), positions: [], outputs: encoded };
      await commitIfOwned(supervision, store, assigned, commit);
      await notePassedGlobals(assigned.assignment);
    }
  };

  const notePassedGlobals = createPassedGlobals(deps, fold, { supervision, byHand, next: () => globals.next });

  const globals = createGlobalReader(deps, fold.global, supervision, applyGlobals);

  const applyRows = async (part: Chunk, assigned: AssignedPartition, isEmitted: boolean): Promise<void> => {
    const guard = isEmitted ? null : supervision.guard;
    const context = { name: fold.name, deps, store, guard, wasParked: deadLettered.has, byHand };
    const result = applyChunk<T>(context, part, isEmitted ? replay : view.apply);
    const isCommitted = await commitIfOwned(supervision, store, assigned, result.commit);
    if (result.halted && isCommitted) throw new HaltedError(result.parked);
  };

  const replay = (own: KeyedState, input: Input<T>): Result => {
    own.put(unreconciledKey, true);
    return view.replay(own, input);
  };

  return {
    onAssigned: async (partition, assignment) => {
      assignments.assign(partition, assignment, reachedBy(assignment, state.emittedUpTo(partition)));
      const { next, isRestored } = assignments.reached(partition);
      await (isRestored ? goLive(partition) : deadLettered.load(assignment));
      return next;
    },
    onGlobals: globals.onChunk,
    onRows: async (chunk) => {
      const { partition, records } = chunk;
      await byHand.follow();
      await supervision.retry(() => codec.prepare(records.map((record) => record.value)));
      const assigned = assignments.of(partition);
      for (const { part, emitting } of splitAtEmitted(chunk, assigned)) {
        const isEmitted = emitting !== 'all';
        if (!isEmitted && isBehind(partition)) await goLive(partition);
        await applyRows(part, assigned, isEmitted);
      }
      const next = (records.at(-1)?.offset ?? -1) + 1;
      if (isBehind(partition) && next >= assigned.emittedUpTo) await goLive(partition);
    },
    onZombieWrite: async (partition) => {
      zombieWritten.add(partition);
      // Until the outputs of the former owner are applied, no global record must be compared with the state.
      if (['live', 'fenced'].includes(assignments.stateOf(partition))) await goLive(partition);
    },
    onCaughtUp: async () => {
      for (const partition of [...assignments.inState('restoring'), ...assignments.inState('catchingUp')]) {
        await goLive(partition);
      }
    },
  };
}
