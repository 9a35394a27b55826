import type { Assignment, Progress } from '../../infra/log/log.ts';
import type { InputPosition, StateCommit, StateStore } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';
import type { EngineLife } from './engine-life.ts';
import {
  advance,
  beginAt,
  type Filled,
  fromNote,
  fromStored,
  noteOf,
  storedForm,
  sureUpTo,
  tablesOf,
} from './filled.ts';

/** How far a lane has filled the tables, partition by partition. */
export interface Filling {
  /**
   * Where reading begins: what is not surely in these tables is inserted again, which changes nothing that is there.
   * A position that goes back is stored so.
   */
  readonly take: (topic: TopicName, partition: number, assignment: Assignment) => Promise<number>;
  /** Below this offset, records that cannot be processed were parked: neither said nor counted again. */
  readonly parkedUpTo: (topic: TopicName, partition: number) => number;
  /** What a commit of inserted rows writes; `done` is called once it is durable. */
  readonly step: (
    positions: readonly InputPosition[],
  ) => Pick<StateCommit, 'positions' | 'writes'> & { readonly done: () => void };
  /** What is told of a partition. */
  readonly progress: (topic: TopicName, partition: number) => Progress | null;
}

export interface FillingOptions {
  readonly store: StateStore;
  /** Identity of the tables. */
  readonly tablesId: string;
  /** The life of their engine; asked on every assignment. */
  readonly life: () => EngineLife;
  /** Milliseconds. */
  readonly clock: () => number;
}

const keyOf = (topic: TopicName, partition: number): string => `filled/${topic}/${partition}`;

export function createFilling({ store, tablesId, life, clock }: FillingOptions): Filling {
  const all = new Map<string, Filled>();

  const own = (topic: TopicName, partition: number, shared: boolean): Filled | null => {
    const next = store.position(topic, partition);
    if (next === null) return null;
    const bytes = store.get(0, keyOf(topic, partition));
    if (bytes !== undefined) return fromStored(bytes, next);
    // Of an earlier version, which kept no more than the position; a clean stop still says that all is there.
    return { next, tables: shared ? '' : tablesOf(topic), life: 'run 0', checkpoints: [], parkedUpTo: next };
  };

  return {
    take: async (topic, partition, { committed, shared }) => {
      const asked = { tables: tablesOf(topic), life: life(), shared };
      const stored = own(topic, partition, shared);
      const told = committed === null ? null : fromNote(committed.note, tablesId, committed.next);
      const known = [stored, told].filter((one) => one !== null);
      const [best = null] = known.toSorted((a, b) => sureUpTo(b, asked) - sureUpTo(a, asked));
      const next = best === null ? 0 : sureUpTo(best, asked);
      const parkedUpTo = Math.max(0, ...known.map((one) => Math.max(one.next, one.parkedUpTo)));
      const filled = beginAt(best, next, parkedUpTo, asked, clock());
      all.set(keyOf(topic, partition), filled);
      if (stored !== null && next < stored.next) {
        const writes = new Map([[keyOf(topic, partition), storedForm(filled)]]);
        await store.commit({ partition: 0, positions: [{ topic, partition, next }], outputs: [], writes });
      }
      return next;
    },
    parkedUpTo: (topic, partition) => all.get(keyOf(topic, partition))?.parkedUpTo ?? 0,
    step: (positions) => {
      const now = clock();
      const steps = positions.flatMap(({ topic, partition, next }) => {
        const before = all.get(keyOf(topic, partition));
        return before === undefined ? [] : [[keyOf(topic, partition), advance(before, next, now)] as const];
      });
      return {
        positions,
        writes: new Map(steps.map(([key, filled]) => [key, storedForm(filled)])),
        done: () => {
          for (const [key, filled] of steps) all.set(key, filled);
        },
      };
    },
    progress: (topic, partition) => {
      const filled = all.get(keyOf(topic, partition));
      return filled === undefined ? null : { next: filled.next, note: noteOf(tablesId, filled) };
    },
  };
}

const stateVersion = 1;
const tablesKey = 'tables';

/** Positions belong to the tables they were reached in; the state says which those are once it has been reset. */
export async function startOverForNewTables(store: StateStore, tablesId: string): Promise<void> {
  if (store.version() === stateVersion && store.get(0, tablesKey)?.toString('utf8') === tablesId) return;
  await store.reset(stateVersion);
  const writes = new Map([[tablesKey, Buffer.from(tablesId)]]);
  await store.commit({ partition: 0, positions: [], outputs: [], writes });
}
