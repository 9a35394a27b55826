import { createMutex, type Mutex } from '../../../infra/async/mutex.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import type { BatchResult } from '../batch.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { isSameContent } from '../../../schemas/same-content.ts';
import { type AssignedPartition, commitIfOwned, type EmitMode } from './assignments.ts';
import { createReader } from './reader.ts';
import { copiedKeys, copyOf, writesOf } from './stored-copies.ts';
import { writeUpgradedCopies } from './upgraded-copies.ts';
import { createZombieWrites, type ZombieWrites } from './zombie-writes.ts';

/**
 * Keeps the newest record of each key last in the compacted output topics. A former owner of a partition may append an older
 * record behind it, and compaction then deletes the newer one. An earlier state version may have made another record. So the
 * state stores the last record of each key, where partitions are shared always, elsewhere until an upgrade is complete. The
 * owner appends it again when the topic ends with another one.
 */
export interface CompactedOutputs extends Pick<ZombieWrites, 'stop' | 'failure'> {
  /** Commits a batch and stores its compacted outputs, also those not emitted again. False if the partition is fenced. */
  readonly commit: (current: AssignedPartition, result: BatchResult, emitting: EmitMode) => Promise<boolean>;
  /** A partition has become live: repairs its records in the topics, then watches them where others may write. */
  readonly onLive: (partition: number, assigned: AssignedPartition) => Promise<void>;
}

export function createCompactedOutputs(
  deps: Pick<RuntimeDeps, 'log' | 'codec'>,
  unwatched: StateStore,
  outputs: readonly TopicName[],
  supervision: Supervision,
): CompactedOutputs {
  const watching = new Map<number, AssignedPartition>();
  const compacted = outputs.filter((topic) => topics[topic].cleanup === 'compact');
  const zombies = createZombieWrites(deps.log, outputs, ({ partition, topic, key, value }) =>
    repair(partition, topic, key?.toString('utf8') ?? '', value),
  );
  const store = zombies.track(unwatched);

  /** `found`: what the topic ends with. */
  const isSame = async (topic: TopicName, found: Buffer | null, own: Buffer): Promise<boolean> => {
    if (found === null) return false;
    await supervision.retry(() => deps.codec.prepare([found, own]));
    return isSameContent(deps.codec, topic, found, own);
  };

  /** A repair excludes commits of the partition: otherwise it could append an older record behind a newer one itself. */
  const mutexes = new Map<number, Mutex>();
  const exclusive = <T>(partition: number, work: () => Promise<T>): Promise<T> => {
    const mutex = mutexes.get(partition) ?? createMutex();
    mutexes.set(partition, mutex);
    return mutex(work);
  };

  const repair = (partition: number, topic: TopicName, key: string, found: Buffer | null): Promise<void> =>
    exclusive(partition, async () => {
      const again = copyOf(store, partition, topic, key);
      if (again === null || (await isSame(topic, found, again.value))) return;
      const commit = { partition, writes: new Map(), positions: [], outputs: [again] };
      for (let current = watching.get(partition); current !== undefined; current = watching.get(partition)) {
        if (await commitIfOwned(supervision, store, current, commit)) return;
        // Fenced: the next owner repairs the topic, which may be this instance with a new assignment.
        if (watching.get(partition) === current) watching.delete(partition);
      }
    });

  /** Compares the last record of each key of a partition with the stored one. */
  const repairAll = async (
    partition: number,
    topic: TopicName,
    end: number,
    { assignment }: AssignedPartition,
  ): Promise<void> => {
    const last = new Map<string, Buffer | null>();
    const reader = createReader(deps, supervision, assignment);
    for await (const page of reader.pages({ topic, partition, from: 0, end })) {
      if (!assignment.isOwned()) return;
      for (const { key, value } of page.records) last.set(key?.toString('utf8') ?? '', value);
    }
    for (const key of copiedKeys(store, partition, topic)) await repair(partition, topic, key, last.get(key) ?? null);
  };

  return {
    failure: zombies.failure,
    stop: zombies.stop,
    commit: (current, { commit, made }, emitting) => {
      const isStored = current.assignment.shared || emitting === 'lacking';
      if (!isStored) return commitIfOwned(supervision, store, current, commit);
      const writes = new Map([...commit.writes, ...writesOf(made)]);
      return exclusive(commit.partition, () => commitIfOwned(supervision, store, current, { ...commit, writes }));
    },
    onLive: async (partition, assigned) => {
      const { assignment } = assigned;
      if (!assignment.shared) {
        await writeUpgradedCopies(deps, store, compacted, { partition, assigned, supervision });
        return;
      }
      const isWatched = watching.has(partition);
      watching.set(partition, assigned);
      if (assignment.retained && isWatched) return;
      const ends = await supervision.retry(() => zombies.watch(partition));
      for (const [topic, end] of ends) await repairAll(partition, topic, end, assigned);
    },
  };
}
