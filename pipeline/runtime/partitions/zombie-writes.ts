import { hash } from 'node:crypto';
import type { Consumption, Log, LogRecord, NewRecord } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';

/** Detects records that a former owner writes into compacted topics after it has lost the partition. */
export interface ZombieWrites {
  /** Wraps a store so that the outputs of its commits are recognised as this instance's own. */
  readonly track: (store: StateStore) => StateStore;
  /** Reports writes of others for this partition from now on. Returns the end of each topic; earlier records are not reported. */
  readonly watch: (partition: number) => Promise<ReadonlyMap<TopicName, number>>;
  readonly stop: () => Promise<void>;
  /** Rejects when the watch or `onZombieWrite` fails. */
  readonly failure: Promise<never>;
}

const chunkRecords = 500;

/**
 * Only the owner of a partition writes records with its keys, so every record that this owner did not write itself comes from
 * a former one. Nothing is read before the first `watch`. `onZombieWrite` may get a record that the owner has since replaced.
 */
export function createZombieWrites(
  log: Pick<Log, 'consume' | 'ranges'>,
  outputs: readonly TopicName[],
  onZombieWrite: (record: LogRecord) => Promise<void>,
): ZombieWrites {
  const watched = outputs.filter((topic) => topics[topic].cleanup === 'compact');
  /** Own records that have not been read back yet, in write order, by topic and key. */
  const own = new Map<string, readonly OwnRecord[]>();
  let commits = 0;
  /** Own records that were read while later ones of their key are to come, by topic and key. */
  const overtaken = new Map<string, LogRecord>();
  /** Offset from which a partition is watched. */
  const from = new Map<string, number>();
  let tail: Consumption | null = null;
  let fail: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failure.catch(() => undefined);

  const expect = (records: readonly NewRecord[]): void => {
    if (tail === null) return;
    for (const { topic, key, value } of records) {
      if (!watched.includes(topic)) continue;
      const name = nameOf(topic, key);
      own.set(name, [...(own.get(name) ?? []), { hash: hashOf(value), order: commits }]);
    }
    commits += 1;
  };

  /** Keeps what is still to come behind an own record, or behind those that compaction has removed. */
  const keep = (name: string, unread: readonly OwnRecord[], read: LogRecord | null): void => {
    if (unread.length > 0) own.set(name, unread);
    else own.delete(name);
    if (unread.length > 0 && read !== null) overtaken.set(name, read);
    else overtaken.delete(name);
  };

  /** The number of the commit that wrote an own record; null for a record of another owner. */
  const orderOf = (record: LogRecord): number | null => {
    const name = nameOf(record.topic, record.key ?? '');
    const unread = own.get(name) ?? [];
    const hashed = hashOf(record.value ?? Buffer.alloc(0));
    const at = unread.findIndex((one) => one.hash === hashed);
    if (at < 0) return null;
    keep(name, unread.slice(at + 1), record);
    return unread[at]?.order ?? null;
  };

  /**
   * Commits are on the log in their order. An own record that is not read before one of a later commit was removed by
   * compaction, so a former owner repeated the earlier one of its key that was read.
   */
  const repeatedBefore = (order: number, { topic, partition }: Pick<LogRecord, 'topic' | 'partition'>): LogRecord[] =>
    [...overtaken].flatMap(([name, record]) => {
      const unread = own.get(name) ?? [];
      const later = unread.filter((one) => one.order >= order);
      if (record.topic !== topic || record.partition !== partition || later.length === unread.length) return [];
      keep(name, later, null);
      return [record];
    });

  const endsOf = async (): Promise<ReadonlyMap<string, number>> => {
    const ends = new Map<string, number>();
    for (const topic of watched) {
      for (const { partition, end } of await log.ranges(topic)) ends.set(`${topic}/${partition}`, end);
    }
    return ends;
  };

  const start = (ends: ReadonlyMap<string, number>): Consumption => {
    const consumption = log.consume({
      topics: watched,
      group: null,
      maxRecords: chunkRecords,
      startAt: async (topic, partition) => ends.get(`${topic}/${partition}`) ?? 0,
      onChunk: async ({ topic, partition, records }) => {
        let newest = -1;
        for (const record of records) {
          const order = orderOf(record);
          newest = Math.max(newest, order ?? -1);
          if (order !== null) continue;
          if (record.offset >= (from.get(`${topic}/${partition}`) ?? Number.POSITIVE_INFINITY))
            await onZombieWrite(record);
        }
        for (const record of repeatedBefore(newest, { topic, partition })) await onZombieWrite(record);
      },
    });
    consumption.done.catch(fail);
    return consumption;
  };

  return {
    failure,
    track: (store) => ({
      ...store,
      commit: (commit) => {
        expect(commit.outputs);
        return store.commit(commit);
      },
    }),
    watch: async (partition) => {
      if (watched.length === 0) return new Map();
      const ends = await endsOf();
      tail ??= start(ends);
      return new Map(
        watched.map((topic) => {
          const end = ends.get(`${topic}/${partition}`) ?? 0;
          from.set(`${topic}/${partition}`, end);
          return [topic, end];
        }),
      );
    },
    stop: async () => {
      await tail?.stop();
    },
  };
}

/** A record that this owner wrote. */
interface OwnRecord {
  readonly hash: string;
  /** Number of its commit. */
  readonly order: number;
}

const nameOf = (topic: TopicName, key: string | Buffer): string => `${topic}/${key.toString()}`;
const hashOf = (value: Buffer): string => hash('sha256', value, 'base64');
