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
  /** Hashes of own records that have not been read back yet, in write order, by topic and key. */
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
          if (record.offset >= (from.get(`${topic}/${partition}`) ?? Number.POSITIVE_INFINITY))
            await onZombieWrite(record);
        }
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

const nameOf = (topic: TopicName, key: string | Buffer): string => `${topic}/${key.toString()}`;
const hashOf = (value: Buffer): string => hash('sha256', value, 'base64');
