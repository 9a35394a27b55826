import type { Assignment, Chunk } from '../../infra/log/log.ts';
import { createMutex } from '../../infra/mutex.ts';
import type { TopicName } from '../../schemas/topics.ts';
import {
  commitIfOwned,
  createAssignments,
  type Assigned,
  type Assignments,
  splitAtEmitted,
} from './partitions/assignments.ts';
import { createGlobalReader } from './partitions/global-reader.ts';
import { globalOffsetKey, globalOffset, globalOffsetsNote } from './partitions/global-offsets.ts';
import { createZombieWrites } from './partitions/zombie-writes.ts';
import { createDeadLettered } from './partitions/dead-lettered.ts';
import { uncomparedKey } from './partitions/catch-up-steps.ts';
import { catchUp as catchUpPartition } from './partitions/catch-up.ts';
import { openVersioned, type VersionedState } from './partitions/versions.ts';
import { applyChunk, decodeChunk, encodeOutput } from './batch.ts';
import type { BroadcastFold } from './broadcast.ts';
import { createOverlay } from './overlay.ts';
import type { Input, KeyedState, Output, Result } from './processor.ts';
import { HaltedError, type RunningProcessor, type RuntimeDeps, stopAll, type Supervision, supervise } from './role.ts';

const chunkRecords = 200;

/**
 * Runs a broadcast fold: globals to their end, then rows and globals as they come. A partition that is given out takes part
 * when its state knows what others did with it (`takeOver`); one that is taken away is left as it is.
 */
export async function runBroadcast<T extends TopicName, G extends TopicName>(
  deps: RuntimeDeps,
  fold: BroadcastFold<T, G>,
): Promise<RunningProcessor> {
  const supervision = supervise(deps, fold.name);
  const versioned = await openVersioned(deps, fold);
  const exclusive = createMutex();
  const { emitted } = fold.open();
  const late = createZombieWrites(deps.log, emitted === undefined ? [] : [emitted.topic], ({ partition }) =>
    exclusive(() => work.onLate(partition)),
  );
  const state = { ...versioned, store: late.over(versioned.store) };
  const { store } = state;
  const given = createAssignments(store, fold.input);
  const work = createWork(deps, fold, { state, supervision, given });
  let globalsRead: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    globalsRead = resolve;
  });
  const globals = deps.log.consume({
    topics: [fold.global],
    group: null,
    maxRecords: chunkRecords,
    startAt: async () => 0,
    onChunk: (chunk) => exclusive(() => work.onGlobals(chunk)),
    onCaughtUp: async () => globalsRead(),
  });
  await Promise.race([ready, globals.done]);
  const globalPartitions = deps.log.partitionsOf(fold.global);
  const rows = deps.log.consume({
    topics: [fold.input],
    group: fold.name,
    maxRecords: chunkRecords,
    lingerMs: fold.lingerMs ?? 0,
    startAt: (_, partition, assignment) =>
      exclusive(async () => {
        if (assignment.shared) await supervision.retry(() => late.watch(partition));
        return work.onGiven(partition, assignment);
      }),
    offsetToCommit: (_, partition) =>
      work.takesPart(partition)
        ? given.progress(partition, globalOffsetsNote(store, partition, globalPartitions))
        : null,
    onRevoke: () => exclusive(async () => undefined),
    onChunk: (chunk) => exclusive(() => work.onRows(chunk)),
    onCaughtUp: () => exclusive(work.onCaughtUp),
  });
  deps.onHealth({ processor: fold.name, state: 'running' });
  const stop = async (): Promise<void> => {
    supervision.abort();
    await stopAll(rows, globals, late);
  };
  const done = Promise.race([Promise.all([rows.done, globals.done]), late.failure]);
  return { name: fold.name, stop, done: supervision.outcome(done, stop) };
}

interface WorkContext {
  readonly state: VersionedState;
  readonly supervision: Supervision;
  readonly given: Assignments;
}

/** What is done with rows and globals; never two of these at a time. */
interface Work {
  /** A partition was given to this instance: returns where its rows go on. */
  readonly onGiven: (partition: number, assignment: Assignment) => Promise<number>;
  readonly onGlobals: (chunk: Chunk) => Promise<void>;
  readonly onRows: (chunk: Chunk) => Promise<void>;
  /** All rows were read: those of a partition that are gone from the log are not waited for. */
  readonly onCaughtUp: () => Promise<void>;
  /** Somebody who had the partition before wrote on. */
  readonly onLate: (partition: number) => Promise<void>;
  readonly takesPart: (partition: number) => boolean;
}

function createWork<T extends TopicName, G extends TopicName>(
  deps: RuntimeDeps,
  fold: BroadcastFold<T, G>,
  { state, supervision, given }: WorkContext,
): Work {
  const { codec } = deps;
  const { store } = state;
  const view = fold.open();
  const parked = createDeadLettered(deps, fold, supervision);
  /** Assigned out, and whether it is up to the view. */
  const partitions = new Map<number, 'behind' | 'up to date'>();

  /** Somebody else wrote for them, and what was written is not taken in yet. */
  const overwritten = new Set<number>();

  const catchUp = async (partition: number): Promise<void> => {
    const isLate = overwritten.has(partition);
    const context = { deps, fold, view, state, supervision, partition, given: given.of(partition), globals, isLate };
    if (!(await catchUpPartition(context))) return;
    overwritten.delete(partition);
    partitions.set(partition, 'up to date');
  };

  const takeGlobals = async (chunk: Chunk, next: number): Promise<void> => {
    const reacting = [...partitions].flatMap(([partition, standing]) => {
      const current = given.of(partition);
      if (standing === 'behind' || !current.assignment.isOwned()) return [];
      const heard = globalOffset(store, partition, chunk.partition);
      return [{ partition, current, heard, overlay: createOverlay(store, partition), outputs: [] as Output[] }];
    });
    for (const record of decodeChunk<G>(codec, chunk)) {
      const react = view.update(record);
      for (const { heard, overlay, outputs } of reacting) {
        if (record.offset < heard) continue;
        outputs.push(...react(overlay));
        overlay.keep();
      }
    }
    for (const { partition, current, heard, overlay, outputs } of reacting) {
      if (next <= heard) continue;
      overlay.put(globalOffsetKey(chunk.partition), next);
      overlay.keep();
      const encoded = outputs.map((output) => encodeOutput(codec, output));
      const commit = { partition, writes: overlay.writes(), positions: [], outputs: encoded };
      await commitIfOwned(supervision, store, current, commit);
    }
  };

  const globals = createGlobalReader(deps, fold.global, supervision, takeGlobals);

  const applyRows = async (part: Chunk, current: Assigned, isEmitted: boolean): Promise<void> => {
    const guard = isEmitted ? null : supervision.guard;
    const context = { processor: fold.name, codec, store, guard, wasParked: parked.has, clock: deps.clock };
    const result = applyChunk<T>(context, part, isEmitted ? take : view.apply);
    const isCommitted = await commitIfOwned(supervision, store, current, result.commit);
    if (result.halted && isCommitted) throw new HaltedError(result.parked);
  };

  const take = (own: KeyedState, input: Input<T>): Result => {
    own.put(uncomparedKey, true);
    return view.replay(own, input);
  };

  return {
    takesPart: (partition) => partitions.get(partition) === 'up to date',
    onGiven: async (partition, assignment) => {
      partitions.set(partition, 'behind');
      const until = given.take(partition, assignment, state.emittedUpTo(partition));
      const next = store.position(fold.input, partition) ?? 0;
      await (next < until ? parked.look(assignment) : catchUp(partition));
      return next;
    },
    onGlobals: globals.onChunk,
    onRows: async (chunk) => {
      await supervision.retry(() => codec.prepare(chunk.records.map((record) => record.value)));
      const current = given.of(chunk.partition);
      for (const { part, isEmitted } of splitAtEmitted(chunk, current.until)) {
        if (!isEmitted && partitions.get(chunk.partition) === 'behind') await catchUp(chunk.partition);
        await applyRows(part, current, isEmitted);
      }
      const next = (chunk.records.at(-1)?.offset ?? -1) + 1;
      if (partitions.get(chunk.partition) === 'behind' && next >= current.until) await catchUp(chunk.partition);
    },
    onLate: async (partition) => {
      overwritten.add(partition);
      if (partitions.get(partition) !== 'up to date') return;
      // Until the rows are taken in that the other one may have had, no global must be compared with what it said.
      partitions.set(partition, 'behind');
      await catchUp(partition);
    },
    onCaughtUp: async () => {
      for (const [partition, standing] of partitions) {
        if (standing === 'behind' && given.of(partition).assignment.isOwned()) await catchUp(partition);
      }
    },
  };
}
