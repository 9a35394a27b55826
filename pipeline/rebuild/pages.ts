import type { Chunk, Log } from '../../infra/log/log.ts';
import type { TopicName } from '../../schemas/topics.ts';

const pageRecords = 2_000;

/** The records of a partition from `from` up to, not including, `end`, a page at a time. */
export async function* pagesOf(
  log: Pick<Log, 'read'>,
  { topic, partition, from, end }: { topic: TopicName; partition: number; from: number; end: number },
): AsyncGenerator<Chunk> {
  for (let next = from; next < end; ) {
    const page = await log.read({ topic, partition, from: next, maxRecords: pageRecords });
    const records = page.filter(({ offset }) => offset < end);
    next = (records.at(-1)?.offset ?? end) + 1;
    if (records.length > 0) yield { topic, partition, records, end };
  }
}

/** What a partition holds now. */
export async function rangeOf(
  log: Pick<Log, 'ranges'>,
  topic: TopicName,
  partition: number,
): Promise<{ readonly low: number; readonly end: number }> {
  const ranges = await log.ranges(topic);
  return ranges.find((range) => range.partition === partition) ?? { low: 0, end: 0 };
}
