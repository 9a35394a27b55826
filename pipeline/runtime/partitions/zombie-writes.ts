import { hash } from 'node:crypto';
import type { Consumption, Log, LogRecord, NewRecord } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';

/** Notices what others write into compact topics of partitions that are this instance's: a host that lost them, but wrote on. */
export interface ZombieWrites {
  /** A store whose commits are known to be this instance's own. */
  readonly over: (store: StateStore) => StateStore;
  /** From now on what others write for this partition is told. Gives the end of each topic: what is before it is not told. */
  readonly watch: (partition: number) => Promise<ReadonlyMap<TopicName, number>>;
  readonly stop: () => Promise<void>;
  /** Rejects when the watch, or whoever is told, fails. */
  readonly failure: Promise<never>;
}

const chunkRecords = 500;

/**
 * The owner of a partition is the only one that writes for its keys, so every record that it did not write itself was written
 * late. Nothing is read before the first `watch`. `onLate` may be told of one that the owner has written over meanwhile.
 */
export function createZombieWrites(
  log: Pick<Log, 'consume' | 'ranges'>,
  outputs: readonly TopicName[],
  onLate: (record: LogRecord) => Promise<void>,
): ZombieWrites {
  const watched = outputs.filter((topic) => topics[topic].cleanup === 'compact');
  /** Hashes of own records that were not read back yet, in the order they were written, by topic and key. */
  const own = new Map<string, string[]>();
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
      own.set(name, [...(own.get(name) ?? []), hashOf(value)]);
    }
  };

  const isOwn = ({ topic, key, value }: LogRecord): boolean => {
    const name = nameOf(topic, key ?? '');
    const written = own.get(name) ?? [];
    const at = written.indexOf(hashOf(value ?? Buffer.alloc(0)));
    if (at < 0) return false;
    if (at === written.length - 1) own.delete(name);
    else own.set(name, written.slice(at + 1));
    return true;
  };

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
        for (const record of records) {
          if (isOwn(record)) continue;
          if (record.offset >= (from.get(`${topic}/${partition}`) ?? Number.POSITIVE_INFINITY)) await onLate(record);
        }
      },
    });
    consumption.done.catch(fail);
    return consumption;
  };

  return {
    failure,
    over: (store) => ({
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

const nameOf = (topic: TopicName, key: string | Buffer): string => `${topic}/${key.toString()}`;
const hashOf = (value: Buffer): string => hash('sha256', value, 'base64');
