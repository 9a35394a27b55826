import type { FeedRun, SanctionsEntry } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import { newestValues, readTopic } from '../log/read-topic.ts';

/** How current a checked list is. A statement that nothing matches requires these three. */
export interface ScreenedList {
  readonly list: string;
  /** As-of of its last good run, ISO 8601; null when it was never loaded. */
  readonly asOf: string | null;
  readonly sha256: string | null;
  /** Number of current entries. */
  readonly entries: number;
}

/** The current entries of the lists, read from the log. */
export async function readLists(
  engine: Engine,
  ids: readonly string[],
): Promise<{ readonly lists: readonly ScreenedList[]; readonly entries: readonly SanctionsEntry[] }> {
  const runs = await goodRuns(engine);
  const entries = [...(await newestValues(engine, 'sanctions.entries')).values()]
    .map(({ value }) => value)
    .filter(({ list, status }) => status === 'listed' && ids.includes(list));
  const lists = ids.map((list) => {
    const run = runs.get(list);
    const count = entries.filter((entry) => entry.list === list).length;
    return {
      list,
      asOf: run === undefined ? null : new Date(run.asOf).toISOString(),
      sha256: run?.sha256 ?? null,
      entries: count,
    };
  });
  return { lists, entries };
}

/** Last run of every feed that was not rejected. */
async function goodRuns(engine: Engine): Promise<ReadonlyMap<string, FeedRun>> {
  const runs = new Map<string, FeedRun>();
  for await (const { value } of readTopic(engine, 'feed.runs')) {
    if (value !== null && value.status !== 'rejected') runs.set(value.feed, value);
  }
  return runs;
}
