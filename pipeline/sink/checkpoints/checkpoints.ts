import type { Assignment, CommittedOffset } from '../../../infra/log/log.ts';
import type { InputPosition, StateCommit, StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { checkpointKey, reachedIn } from './stored-checkpoint.ts';
import type { EngineEpoch } from './engine-epoch.ts';
import { wholeInKey } from './unsynced-rows.ts';
import {
  advance,
  resumeFrom,
  type Checkpoint,
  fromMetadata,
  decodeCheckpoint,
  isDue,
  metadataOf,
  encodeCheckpoint,
  tablesOf,
} from './checkpoint.ts';

/** How far a lane has filled the tables, partition by partition. */
export interface Checkpoints {
  /**
   * Returns the offset from which to read. Rows that these tables may lack are inserted again, which replaces those that are
   * there. A position that moves back is stored.
   */
  readonly assign: (topic: TopicName, partition: number, assignment: Assignment) => Promise<number>;
  /** Below this offset, records that cannot be processed are parked already: no dead letter is emitted or counted again. */
  readonly parkedUpTo: (topic: TopicName, partition: number) => number;
  /**
   * The positions and checkpoints to commit after an insert; call `done` once they are durable. Includes idle partitions whose
   * checkpoints are old: otherwise all their rows would be inserted again after a restart of the engine.
   * @param shown positions up to which only the rows were inserted that a client may wait for
   */
  readonly advance: (
    positions: readonly InputPosition[],
    shown?: readonly InputPosition[],
  ) => Pick<StateCommit, 'positions' | 'writes'> & { readonly done: () => void };
  readonly offsetToCommit: (topic: TopicName, partition: number) => CommittedOffset | null;
}

export interface CheckpointsOptions {
  readonly store: StateStore;
  /** Identity of the tables. */
  readonly tablesId: string;
  /** Current epoch of their engine; read on every assignment. */
  readonly epoch: () => EngineEpoch;
  /** When the engine was last seen in this epoch, milliseconds. */
  readonly aliveAt: () => number;
  /** Milliseconds. */
  readonly clock: () => number;
}

/** An assigned partition. */
interface AssignedPartition {
  readonly topic: TopicName;
  readonly partition: number;
  readonly checkpoint: Checkpoint;
  /** Epoch of the engine at the time of the assignment. */
  readonly epoch: EngineEpoch;
  readonly isOwned: () => boolean;
}

export function createCheckpoints({ store, tablesId, epoch, aliveAt, clock }: CheckpointsOptions): Checkpoints {
  const all = new Map<string, AssignedPartition>();

  const own = (topic: TopicName, partition: number): Checkpoint | null => {
    const next = store.position(topic, partition);
    if (next === null) return null;
    return decodeCheckpoint(store.get(0, checkpointKey(topic, partition)), next);
  };

  return {
    assign: async (topic, partition, { committed, shared, isOwned }) => {
      const target = { tables: tablesOf(topic), epoch: epoch(), shared };
      const stored = own(topic, partition);
      const ofGroup = committed === null ? null : fromMetadata(committed.metadata, tablesId, committed.offset);
      const known = [stored, ofGroup].filter((one) => one !== null);
      const reached = committed === null ? 0 : reachedIn(committed.metadata, committed.offset);
      const checkpoint = resumeFrom(known, reached, target, clock());
      const { next } = checkpoint;
      const key = checkpointKey(topic, partition);
      all.set(key, { topic, partition, checkpoint, epoch: target.epoch, isOwned });
      if (stored !== null && next < stored.next) {
        const writes = new Map([[key, encodeCheckpoint(checkpoint)]]);
        await store.commit({ partition: 0, positions: [{ topic, partition, next }], outputs: [], writes });
      }
      return next;
    },
    parkedUpTo: (topic, partition) => all.get(checkpointKey(topic, partition))?.checkpoint.parkedUpTo ?? 0,
    advance: (positions, shown = []) => {
      const [now, alive] = [clock(), aliveAt()];
      const moved = byPartition(positions);
      const shownUpTo = byPartition(shown);
      const steps = [...all].flatMap(([key, assigned]) => {
        const { checkpoint, isOwned } = assigned;
        const isDueNow = assigned.epoch === epoch() && isOwned() && isDue(checkpoint, alive);
        if (!(isDueNow || moved.has(key) || shownUpTo.has(key))) return [];
        const progress = { next: moved.get(key) ?? checkpoint.next, shown: shownUpTo.get(key) };
        return [[key, { ...assigned, checkpoint: advance(checkpoint, progress, now, alive) }] as const];
      });
      return {
        positions: steps.map(([, { topic, partition, checkpoint }]) => ({ topic, partition, next: checkpoint.next })),
        writes: new Map(steps.map(([key, { checkpoint }]) => [key, encodeCheckpoint(checkpoint)])),
        done: () => {
          for (const [key, assigned] of steps) all.set(key, assigned);
        },
      };
    },
    offsetToCommit: (topic, partition) => {
      const checkpoint = all.get(checkpointKey(topic, partition))?.checkpoint;
      return checkpoint === undefined ? null : { offset: checkpoint.next, metadata: metadataOf(tablesId, checkpoint) };
    },
  };
}

const byPartition = (positions: readonly InputPosition[]): ReadonlyMap<string, number> =>
  new Map(positions.map(({ topic, partition, next }) => [checkpointKey(topic, partition), next]));

const stateVersion = 1;
const tablesKey = 'tables';

/** Whether the positions of a lane are those of these tables. */
export const areOfTables = (store: Pick<StateStore, 'version' | 'get'>, tablesId: string): boolean =>
  store.version() === stateVersion && store.get(0, tablesKey)?.toString('utf8') === tablesId;

/** Positions are valid for one set of tables. The state is reset, and then has the id of the new tables. */
export async function resetForNewTables(store: StateStore, tablesId: string): Promise<void> {
  if (areOfTables(store, tablesId)) return;
  // A lane may start after it was recorded that no rows are lost; of new tables all rows are inserted.
  const wholeIn = store.get(0, wholeInKey);
  await store.reset(stateVersion);
  const writes = new Map<string, Buffer>([[tablesKey, Buffer.from(tablesId)]]);
  if (wholeIn !== undefined) writes.set(wholeInKey, wholeIn);
  await store.commit({ partition: 0, positions: [], outputs: [], writes });
}
