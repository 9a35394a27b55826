import { createMutex, type Mutex } from '../../../infra/async/mutex.ts';
import type { LogRecord, NewRecord } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import type { BatchResult } from '../batch.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { isSameContent } from '../../../schemas/same-content.ts';
import { type AssignedPartition, commitIfOwned, type EmitMode } from './assignments.ts';
import { createReader } from './reader.ts';
import { copiedKeys, copyKey, copyOf, writesOf } from './stored-copies.ts';
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

/** What a topic ends with. */
interface TopicEnd {
  readonly topic: TopicName;
  readonly keys: readonly string[];
  /** By key; null after a tombstone. */
  readonly newest: ReadonlyMap<string, Buffer | null>;
  readonly assigned: AssignedPartition;
}

type TopicEnds = ReadonlyMap<TopicName, number>;

export function createCompactedOutputs(
  deps: Pick<RuntimeDeps, 'log' | 'codec'>,
  unwatched: StateStore,
  outputs: readonly TopicName[],
  supervision: Supervision,
): CompactedOutputs {
  const watching = new Map<number, AssignedPartition>();
  const compacted = outputs.filter((topic) => topics[topic].cleanup === 'compact');
  const zombies = createZombieWrites(deps.log, outputs, (record) => repairOne(record));
  const store = zombies.track(unwatched);

  /** A repair excludes commits of the partition: otherwise it could append an older record behind a newer one itself. */
  const mutexes = new Map<number, Mutex>();
  const exclusive = <T>(partition: number, work: () => Promise<T>): Promise<T> => {
    const mutex = mutexes.get(partition) ?? createMutex();
    mutexes.set(partition, mutex);
    return mutex(work);
  };

  /** Appends the stored records of keys that the topic ends with another record of. False if the partition is fenced. */
  const repair = (partition: number, { topic, keys, newest, assigned }: TopicEnd): Promise<boolean> =>
    exclusive(partition, async () => {
      const outputs: NewRecord[] = [];
      for (const key of keys) {
        const copy = copyOf(store, partition, topic, key);
        const found = newest.get(key) ?? null;
        if (copy === null) continue;
        await supervision.retry(() => deps.codec.prepare([found, copy.value]));
        if (found === null || !isSameContent(deps.codec, topic, found, copy.value)) outputs.push(copy);
      }
      // Where no other instance writes, a record that was compared is not needed any more.
      const compared = assigned.assignment.shared ? [] : keys;
      const writes = new Map(compared.map((key) => [copyKey(topic, key), null]));
      if (outputs.length === 0 && writes.size === 0) return true;
      return commitIfOwned(supervision, store, assigned, { partition, writes, positions: [], outputs });
    });

  const repairOne = async ({ partition, topic, key, value }: LogRecord): Promise<void> => {
    const name = key?.toString('utf8') ?? '';
    const end = { topic, keys: [name], newest: new Map([[name, value]]) };
    for (let assigned = watching.get(partition); assigned !== undefined; assigned = watching.get(partition)) {
      if (await repair(partition, { ...end, assigned })) return;
      // Fenced: the next owner repairs the topic, which may be this instance with a new assignment.
      if (watching.get(partition) === assigned) watching.delete(partition);
    }
  };

  /** Compares the last record of each key of a partition with the stored one. */
  const repairAll = async (partition: number, assigned: AssignedPartition, ends: TopicEnds): Promise<void> => {
    const reader = createReader(deps, supervision, assigned.assignment);
    for (const topic of compacted) {
      if (copiedKeys(store, partition, topic).next().done === true) continue;
      const { low, end } = await reader.range(topic, partition);
      const newest = new Map<string, Buffer | null>();
      for await (const { records } of reader.pages({ topic, partition, from: low, end: ends.get(topic) ?? end })) {
        for (const { key, value } of records) newest.set(key?.toString('utf8') ?? '', value);
      }
      for (const keys of copiedKeys(store, partition, topic)) {
        if (!(await repair(partition, { topic, keys, newest, assigned }))) return;
      }
    }
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
      const { shared, retained } = assigned.assignment;
      if (!shared) return repairAll(partition, assigned, new Map());
      const isWatched = watching.has(partition);
      watching.set(partition, assigned);
      if (retained && isWatched) return;
      await repairAll(partition, assigned, await supervision.retry(() => zombies.watch(partition)));
    },
  };
}
