import type { Assignment, CommittedOffset } from '../../../infra/log/log.ts';
import type { InputPosition, StateCommit, StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import { checkpointKey, reachedIn } from './stored-checkpoint.ts';
import type { EngineEpoch } from './engine-epoch.ts';
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
   * Where reading begins: what is not surely in these tables is inserted again, which changes nothing that is there.
   * A position that goes back is stored so.
   */
  readonly take: (topic: TopicName, partition: number, assignment: Assignment) => Promise<number>;
  /** Below this offset, records that cannot be processed were parked: neither said nor counted again. */
  readonly parkedUpTo: (topic: TopicName, partition: number) => number;
  /**
   * What a commit of inserted rows writes; `done` is called once it is durable. Partitions without records come along
   * when their checkpoints are old, or else all of them would be inserted again one day.
   */
  readonly step: (
    positions: readonly InputPosition[],
  ) => Pick<StateCommit, 'positions' | 'writes'> & { readonly done: () => void };
  /** What is told of a partition. */
  readonly progress: (topic: TopicName, partition: number) => CommittedOffset | null;
}

export interface CheckpointsOptions {
  readonly store: StateStore;
  /** Identity of the tables. */
  readonly tablesId: string;
  /** The life of their engine; asked on every assignment. */
  readonly life: () => EngineEpoch;
  /** When the engine was last seen in this life, milliseconds. */
  readonly aliveAt: () => number;
  /** Milliseconds. */
  readonly clock: () => number;
}

/** A partition that was given out, and whether it still is. */
interface Given {
  readonly topic: TopicName;
  readonly partition: number;
  readonly filled: Checkpoint;
  /** Life of the engine in which it was given out. */
  readonly begunIn: EngineEpoch;
  readonly isOwned: () => boolean;
}

export function createCheckpoints({ store, tablesId, life, aliveAt, clock }: CheckpointsOptions): Checkpoints {
  const all = new Map<string, Given>();

  const own = (topic: TopicName, partition: number, shared: boolean): Checkpoint | null => {
    const next = store.position(topic, partition);
    if (next === null) return null;
    const bytes = store.get(0, checkpointKey(topic, partition));
    const stored = bytes === undefined ? null : decodeCheckpoint(bytes, next);
    if (stored !== null) return stored;
    // Of an earlier version, which kept no more than the position; a clean stop still says that all is there.
    const tables = shared ? '' : tablesOf(topic);
    return { next, tables, life: 'run 0', checkpoints: [], parkedUpTo: next, reached: next };
  };

  return {
    take: async (topic, partition, { committed, shared, isOwned }) => {
      const asked = { tables: tablesOf(topic), life: life(), shared };
      const stored = own(topic, partition, shared);
      const told = committed === null ? null : fromMetadata(committed.metadata, tablesId, committed.offset);
      const known = [stored, told].filter((one) => one !== null);
      const reached = committed === null ? 0 : reachedIn(committed.metadata, committed.offset);
      const filled = resumeFrom(known, reached, asked, clock());
      const { next } = filled;
      const key = checkpointKey(topic, partition);
      all.set(key, { topic, partition, filled, begunIn: asked.life, isOwned });
      if (stored !== null && next < stored.next) {
        const writes = new Map([[key, encodeCheckpoint(filled)]]);
        await store.commit({ partition: 0, positions: [{ topic, partition, next }], outputs: [], writes });
      }
      return next;
    },
    parkedUpTo: (topic, partition) => all.get(checkpointKey(topic, partition))?.filled.parkedUpTo ?? 0,
    step: (positions) => {
      const [now, alive] = [clock(), aliveAt()];
      const moved = new Map(positions.map((one) => [checkpointKey(one.topic, one.partition), one.next]));
      const steps = [...all].flatMap(([key, given]) => {
        const { filled, begunIn, isOwned } = given;
        const isDueNow = begunIn === life() && isOwned() && isDue(filled, alive);
        const next = moved.get(key) ?? (isDueNow ? filled.next : undefined);
        return next === undefined ? [] : [[key, { ...given, filled: advance(filled, next, now, alive) }] as const];
      });
      return {
        positions: steps.map(([, { topic, partition, filled }]) => ({ topic, partition, next: filled.next })),
        writes: new Map(steps.map(([key, { filled }]) => [key, encodeCheckpoint(filled)])),
        done: () => {
          for (const [key, given] of steps) all.set(key, given);
        },
      };
    },
    progress: (topic, partition) => {
      const filled = all.get(checkpointKey(topic, partition))?.filled;
      return filled === undefined ? null : { offset: filled.next, metadata: metadataOf(tablesId, filled) };
    },
  };
}

const stateVersion = 1;
const tablesKey = 'tables';

/** Positions belong to the tables they were reached in; the state says which those are once it has been reset. */
export async function resetForNewTables(store: StateStore, tablesId: string): Promise<void> {
  if (store.version() === stateVersion && store.get(0, tablesKey)?.toString('utf8') === tablesId) return;
  await store.reset(stateVersion);
  const writes = new Map([[tablesKey, Buffer.from(tablesId)]]);
  await store.commit({ partition: 0, positions: [], outputs: [], writes });
}
