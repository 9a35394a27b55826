import type { Assignment, Chunk, Log, LogRecord, PartitionRange } from '../../../infra/log/log.ts';
import type { TopicName, ValueOf } from '../../../schemas/topics.ts';
import { decodeChunk } from '../batch.ts';
import type { Input } from '../processor.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';

const pageRecords = 2_000;

interface Extent<T extends TopicName> {
  readonly topic: T;
  readonly partition: number;
  readonly from: number;
  /** Not included. */
  readonly end: number;
}

/** Reads on behalf of an assigned partition. */
export interface Reader extends Pick<Log, 'ranges'> {
  readonly range: (topic: TopicName, partition: number) => Promise<PartitionRange>;
  readonly pages: (extent: Extent<TopicName>) => AsyncGenerator<Chunk>;
  /** Pages whose values are decoded, without records that cannot be decoded; `next` is the offset behind the page. */
  readonly decoded: <T extends TopicName>(
    extent: Extent<T>,
    isWanted?: (record: LogRecord) => boolean,
  ) => AsyncGenerator<{ readonly inputs: Iterable<Input<T>>; readonly next: number }>;
  /** Values of all partitions of a topic, from the next offsets in `read` by `topic/partition` on, which it advances. */
  readonly unread: <T extends TopicName>(topic: T, read: Map<string, number>) => AsyncGenerator<ValueOf<T>>;
}

/**
 * Each read is retried while the log is out of reach, so that a caller never has to start over and apply a record twice. Once
 * the partition is fenced, reads return nothing.
 */
export function createReader(
  { log, codec }: Pick<RuntimeDeps, 'log' | 'codec'>,
  { retry }: Pick<Supervision, 'retry'>,
  { isOwned }: Pick<Assignment, 'isOwned'>,
): Reader {
  const ranges: Reader['ranges'] = (topic) => retry(async () => (isOwned() ? log.ranges(topic) : []));
  const pages: Reader['pages'] = async function* ({ topic, partition, from, end }) {
    for (let next = from; next < end; ) {
      const request = { topic, partition, from: next, maxRecords: pageRecords };
      const page = await retry(async () => (isOwned() ? log.read(request) : []));
      const records = page.filter(({ offset }) => offset < end);
      // An empty page ends the loop: the rest up to `end` has been deleted.
      next = (records.at(-1)?.offset ?? end) + 1;
      if (records.length > 0) yield { topic, partition, records, end };
    }
  };
  const decoded: Reader['decoded'] = async function* <T extends TopicName>(
    extent: Extent<T>,
    isWanted = (_: LogRecord): boolean => true,
  ) {
    for await (const page of pages(extent)) {
      const records = page.records.filter(isWanted);
      await retry(() => codec.prepare(records.map(({ value }) => value)));
      const next = (page.records.at(-1)?.offset ?? -1) + 1;
      yield { inputs: decodeChunk<T>(codec, { ...page, records }), next };
    }
  };
  return {
    ranges,
    decoded,
    range: async (topic, partition) =>
      (await ranges(topic)).find((range) => range.partition === partition) ?? { partition, low: 0, end: 0 },
    pages,
    unread: async function* <T extends TopicName>(topic: T, read: Map<string, number>) {
      for (const { partition, low, end } of await ranges(topic)) {
        const from = Math.max(low, read.get(`${topic}/${partition}`) ?? 0);
        for await (const { inputs } of decoded<T>({ topic, partition, from, end })) {
          for (const { value } of inputs) yield value;
        }
        if (isOwned()) read.set(`${topic}/${partition}`, end);
      }
    },
  };
}
