import type { Assignment, Chunk, Log } from '../../../infra/log/log.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { Supervision } from '../role.ts';

const pageRecords = 2_000;

/** The records of a partition from `from` up to, not including, `end`, a page at a time. */
export async function* pagesOf(
  log: Pick<Log, 'read'>,
  { topic, partition, from, end }: { topic: TopicName; partition: number; from: number; end: number },
): AsyncGenerator<Chunk> {
  for (let next = from; next < end; ) {
    const page = await log.read({ topic, partition, from: next, maxRecords: pageRecords });
    const records = page.filter(({ offset }) => offset < end);
    // Nothing at all is an answer: what was left up to `end` is gone.
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

/**
 * Reads on behalf of a partition: each is tried again for as long as the log cannot be reached, so that nothing that was
 * taken in before is taken in twice. Once the partition is somebody else's there is nothing to read any more.
 */
export const readsOf = (
  log: Pick<Log, 'read' | 'ranges'>,
  { retry }: Pick<Supervision, 'retry'>,
  { isOwned }: Pick<Assignment, 'isOwned'>,
): Pick<Log, 'read' | 'ranges'> => ({
  read: (request) => retry(async () => (isOwned() ? log.read(request) : [])),
  ranges: (topic) => retry(async () => (isOwned() ? log.ranges(topic) : [])),
});
