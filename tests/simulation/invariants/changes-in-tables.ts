import { stateHead } from '../../../infra/log/lmdb/keys.ts';
import { checkpointKey, shownIn } from '../../../pipeline/sink/checkpoints/stored-checkpoint.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { MemoryTables } from '../ports/memory-tables.ts';
import { type Observer, partitions } from '../worlds/observer.ts';

interface World {
  readonly observer: Observer;
  readonly tables: MemoryTables;
}

/** Tables of changes that readers read when an event of one reaches them. */
const shownTables = ['store_changes', 'store_feed_changes'] as const;
/** Rows that are gathered for longer. */
const laterTables = ['store_changes_history'] as const;

interface ChangesPosition {
  /** All rows are inserted below it. */
  readonly next: number;
  /** The rows that clients wait for are inserted below it. */
  readonly shown: number;
}

function reachedIn({ environments }: Observer, partition: number): ChangesPosition {
  const { data } = environments;
  data.refresh();
  const next = data.positions.get(['attestry.sink', 'changes', partition]) ?? 0;
  const stored = data.state.get({ head: stateHead('attestry.sink', 0), key: checkpointKey('changes', partition) });
  return { next, shown: shownIn(stored?.toString('utf8') ?? '', next) };
}

/** Changes on the log below `end` that one of the tables lacks. */
function lacking({ observer, tables }: World, names: readonly string[], partition: number, from: number, end: number) {
  const records = observer.recordsOf('changes', partition, from).filter(({ offset }) => offset < end);
  return names.flatMap((name) => {
    const rows = tables.rows(name).filter((row) => row['log_partition'] === partition);
    const inserted = new Set(rows.map((row) => row['log_offset']));
    return records
      .filter(({ offset }) => !inserted.has(offset))
      .map(({ offset }) => `offset ${offset} of partition ${partition} is not in ${name}`);
  });
}

/**
 * Returns the check that no position of the sink's changes is ahead of the tables that it is about: call it at every commit. Once
 * rows were lost, a position is ahead until the sink notices the new epoch of the engine.
 */
export function createChangePositionsCheck(simulation: Simulation, world: World): () => void {
  const checked = new Map<number, ChangesPosition>();
  const check = (partition: number): void => {
    const reached = reachedIn(world.observer, partition);
    const before = checked.get(partition) ?? { next: 0, shown: 0 };
    if (reached.next === before.next && reached.shown === before.shown) return;
    checked.set(partition, reached);
    const missing = [
      ...lacking(world, [...shownTables, ...laterTables], partition, before.next, reached.next),
      ...lacking(world, shownTables, partition, before.shown, reached.shown),
    ];
    const [first] = missing;
    if (first === undefined) return;
    simulation.violate('checkpoints', `the sink is at ${reached.next}, and shows up to ${reached.shown}; ${first}`);
  };
  return () => {
    if (world.tables.lostParts === 0) partitions.forEach(check);
  };
}

/** What the tables of changes lack of the log: nothing once the sink has caught up, also after the engine lost rows. */
export function changesNotInTables(world: World): readonly string[] {
  return partitions.flatMap((partition) => {
    const end = world.observer.endsOf('changes')[partition] ?? 0;
    const { next } = reachedIn(world.observer, partition);
    if (next < end) return [`the sink is at ${next} of ${end} in partition ${partition}`];
    return lacking(world, [...shownTables, ...laterTables], partition, 0, end);
  });
}
