import type { LogRecord, NewRecord } from '../../../infra/log/log.ts';
import { createMutex, type Mutex } from '../../../infra/mutex.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import type { BatchResult } from '../batch.ts';
import { runtimePrefix } from '../overlay.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { commitIfOwned, type Assigned } from './assignments.ts';
import { createZombieWrites, type ZombieWrites } from './zombie-writes.ts';
import { pagesOf, readsOf } from './pages.ts';

/**
 * Keeps the last copy of each key in compact topics the newest one. A host that lost a partition may write an older copy
 * behind the newer one, which compaction then deletes. Where partitions are shared, the state remembers what was written last
 * of each key, and whoever has the partition writes it again when it finds another last copy.
 */
export interface CompactedOutputs extends Pick<ZombieWrites, 'stop' | 'failure'> {
  /** Commits a batch, and remembers what it made, said again or not; false when the partition is somebody else's. */
  readonly commit: (current: Assigned, result: BatchResult) => Promise<boolean>;
  /** The state of a partition is up to `next`: once that is all that was said, its copies are looked through, and watched. */
  readonly reached: (current: Assigned, partition: number, next: number) => Promise<void>;
}

interface Copy {
  /** Base64. */
  readonly value: string;
  readonly timestamp: number;
}

export function createCompactedOutputs(
  { log }: Pick<RuntimeDeps, 'log'>,
  unwatched: StateStore,
  outputs: readonly TopicName[],
  supervision: Supervision,
): CompactedOutputs {
  const watching = new Map<number, Assigned>();
  const late = createZombieWrites(log, outputs, async (record) => writeAgain(record.partition, record));
  const store = late.over(unwatched);

  const copyOf = (partition: number, topic: TopicName, key: string): Copy | null => {
    const bytes = store.get(partition, copyKey(topic, key));
    return bytes === undefined ? null : (JSON.parse(bytes.toString('utf8')) as Copy);
  };

  /** What is written again must not be overtaken by what was made meanwhile: it would be the newest copy, and the older one. */
  const turns = new Map<number, Mutex>();
  const inTurn = <T>(partition: number, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(partition) ?? createMutex();
    turns.set(partition, turn);
    return turn(work);
  };

  const writeAgain = (partition: number, found: Pick<LogRecord, 'topic' | 'key' | 'value'>): Promise<void> =>
    inTurn(partition, async () => {
      const { topic } = found;
      const key = found.key?.toString('utf8') ?? '';
      const copy = copyOf(partition, topic, key);
      if (copy === null || found.value?.toString('base64') === copy.value) return;
      const again: NewRecord = { topic, key, value: Buffer.from(copy.value, 'base64'), timestamp: copy.timestamp };
      const commit = { partition, writes: new Map(), positions: [], outputs: [again] };
      for (let current = watching.get(partition); current !== undefined; current = watching.get(partition)) {
        if (await commitIfOwned(supervision, store, current, commit)) return;
        // Between two assignments: if it comes back, it is looked through again, and else by somebody else.
        if (watching.get(partition) === current) watching.delete(partition);
      }
    });

  /** Looks through what a topic holds of a partition. */
  const look = async (partition: number, topic: TopicName, end: number, { assignment }: Assigned): Promise<void> => {
    const last = new Map<string, LogRecord>();
    const reads = readsOf(log, supervision, assignment);
    for await (const page of pagesOf(reads, { topic, partition, from: 0, end })) {
      if (!assignment.isOwned()) return;
      for (const record of page.records) last.set(record.key?.toString('utf8') ?? '', record);
    }
    for (const record of last.values()) await writeAgain(partition, record);
  };

  return {
    failure: late.failure,
    stop: late.stop,
    commit: (current, { commit, made }) => {
      if (!current.assignment.shared) return commitIfOwned(supervision, store, current, commit);
      const writes = new Map(commit.writes);
      for (const { topic, key, value, timestamp } of made) {
        if (topics[topic].cleanup !== 'compact') continue;
        const copy: Copy = { value: value.toString('base64'), timestamp };
        writes.set(copyKey(topic, key.toString()), Buffer.from(JSON.stringify(copy)));
      }
      return inTurn(commit.partition, () => commitIfOwned(supervision, store, current, { ...commit, writes }));
    },
    reached: async (current, partition, next) => {
      const { assignment, until } = current;
      const before = watching.get(partition);
      if (!assignment.shared || next < until || before === current) return;
      watching.set(partition, current);
      if (assignment.retained && before !== undefined) return;
      const ends = await supervision.retry(() => late.watch(partition));
      for (const [topic, end] of ends) await look(partition, topic, end, current);
    },
  };
}

const copyKey = (topic: TopicName, key: string): string => `${runtimePrefix}copy/${topic}/${key}`;
