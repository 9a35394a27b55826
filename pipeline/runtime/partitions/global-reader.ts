import type { Chunk } from '../../../infra/log/log.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import type { Assigned } from './assignments.ts';
import { pagesOf, readsOf } from './pages.ts';

/** The globals as far as an instance has read them. */
export interface GlobalReader {
  /** Next offset of each partition. */
  readonly next: ReadonlyMap<number, number>;
  readonly onChunk: (chunk: Chunk) => Promise<void>;
  /** Reads all that is on the log now, for a partition that was given out. It comes again, and is passed over then. */
  readonly toEnd: (given: Assigned) => Promise<void>;
}

/** `take` gets every record once, in log order. */
export function createGlobalReader(
  { log, codec }: Pick<RuntimeDeps, 'log' | 'codec'>,
  topic: TopicName,
  supervision: Supervision,
  take: (chunk: Chunk, next: number) => Promise<void>,
): GlobalReader {
  const read = new Map(Array.from({ length: log.partitionsOf(topic) }, (_, at) => [at, 0]));

  const onChunk = async (chunk: Chunk): Promise<void> => {
    const from = read.get(chunk.partition) ?? 0;
    const records = chunk.records.filter(({ offset }) => offset >= from);
    const last = records.at(-1);
    if (last === undefined) return;
    const next = last.offset + 1;
    await supervision.retry(() => codec.prepare(records.map((record) => record.value)));
    await take({ ...chunk, records }, next);
    read.set(chunk.partition, next);
  };

  return {
    next: read,
    onChunk,
    toEnd: async ({ assignment }) => {
      const reads = readsOf(log, supervision, assignment);
      for (const { partition, end } of await reads.ranges(topic)) {
        const from = read.get(partition) ?? 0;
        for await (const page of pagesOf(reads, { topic, partition, from, end })) await onChunk(page);
      }
    },
  };
}
