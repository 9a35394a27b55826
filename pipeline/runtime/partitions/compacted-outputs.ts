import type { LogRecord, NewRecord } from '../../../infra/log/log.ts';
import { createMutex, type Mutex } from '../../../infra/mutex.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import type { BatchResult } from '../batch.ts';
import { runtimePrefix } from '../overlay.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { commitIfOwned, type Assigned } from './assignments.ts';
import { createZombieWrites, type ZombieWrites } from './zombie-writes.ts';
import { createReader } from './reader.ts';

/**
 * Keeps the newest record of each key last in the compacted output topics. A former owner of a partition may append an older
 * record behind it, and compaction then deletes the newer one. Where partitions are shared, the state stores the last record
 * written for each key, and the owner appends it again when the topic ends with another one.
 */
export interface CompactedOutputs extends Pick<ZombieWrites, 'stop' | 'failure'> {
  /** Commits a batch and stores its compacted outputs, also those not emitted again. False if the partition is fenced. */
  readonly commit: (current: Assigned, result: BatchResult) => Promise<boolean>;
  /** A partition has become live: repairs its records in the topics, then watches them. */
  readonly onLive: (partition: number, assigned: Assigned) => Promise<void>;
}

interface Copy {
  /** Base64. */
  readonly value: string;
  readonly timestamp: number;
}

export function createCompactedOutputs(
  deps: Pick<RuntimeDeps, 'log' | 'codec'>,
  unwatched: StateStore,
  outputs: readonly TopicName[],
  supervision: Supervision,
): CompactedOutputs {
  const watching = new Map<number, Assigned>();
  const zombies = createZombieWrites(deps.log, outputs, async (record) => repair(record.partition, record));
  const store = zombies.track(unwatched);

  const copyOf = (partition: number, topic: TopicName, key: string): Copy | null => {
    const bytes = store.get(partition, copyKey(topic, key));
    return bytes === undefined ? null : (JSON.parse(bytes.toString('utf8')) as Copy);
  };

  /** A repair excludes commits of the partition: otherwise it could append an older record behind a newer one itself. */
  const mutexes = new Map<number, Mutex>();
  const exclusive = <T>(partition: number, work: () => Promise<T>): Promise<T> => {
    const mutex = mutexes.get(partition) ?? createMutex();
    mutexes.set(partition, mutex);
    return mutex(work);
  };

  const repair = (partition: number, found: Pick<LogRecord, 'topic' | 'key' | 'value'>): Promise<void> =>
    exclusive(partition, async () => {
      const { topic } = found;
      const key = found.key?.toString('utf8') ?? '';
      const copy = copyOf(partition, topic, key);
      if (copy === null || found.value?.toString('base64') === copy.value) return;
      const again: NewRecord = { topic, key, value: Buffer.from(copy.value, 'base64'), timestamp: copy.timestamp };
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
    { assignment }: Assigned,
  ): Promise<void> => {
    const last = new Map<string, LogRecord>();
    const reader = createReader(deps, supervision, assignment);
    for await (const page of reader.pages({ topic, partition, from: 0, end })) {
      if (!assignment.isOwned()) return;
      for (const record of page.records) last.set(record.key?.toString('utf8') ?? '', record);
    }
    for (const record of last.values()) await repair(partition, record);
  };

  return {
    failure: zombies.failure,
    stop: zombies.stop,
    commit: (current, { commit, made }) => {
      if (!current.assignment.shared) return commitIfOwned(supervision, store, current, commit);
      const writes = new Map(commit.writes);
      for (const { topic, key, value, timestamp } of made) {
        if (topics[topic].cleanup !== 'compact') continue;
        const copy: Copy = { value: value.toString('base64'), timestamp };
        writes.set(copyKey(topic, key.toString()), Buffer.from(JSON.stringify(copy)));
      }
      return exclusive(commit.partition, () => commitIfOwned(supervision, store, current, { ...commit, writes }));
    },
    onLive: async (partition, assigned) => {
      const { assignment } = assigned;
      if (!assignment.shared) return;
      const isWatched = watching.has(partition);
      watching.set(partition, assigned);
      if (assignment.retained && isWatched) return;
      const ends = await supervision.retry(() => zombies.watch(partition));
      for (const [topic, end] of ends) await repairAll(partition, topic, end, assigned);
    },
  };
}

const copyKey = (topic: TopicName, key: string): string => `${runtimePrefix}copy/${topic}/${key}`;
