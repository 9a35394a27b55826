import { createMutex } from '../../../infra/async/mutex.ts';
import { chainFeeds } from '../../../pipeline/publishers/chain/chain-feeds.ts';
import type { FeedRun } from '../../../schemas/generated/records.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { readTopic } from '../../log/read-topic.ts';

export interface LatestRuns {
  /** Last run of every feed that ever ran. */
  readonly last: ReadonlyMap<string, FeedRun>;
  /** Last run of every feed that was not rejected; its event time is the age of the feed's rows. */
  readonly good: ReadonlyMap<string, FeedRun>;
  /** How many contracts were stated as gone, by the feed of their chain. */
  readonly gone: ReadonlyMap<string, number>;
}

/**
 * Reads the latest run of every feed but those of chains: a chain without providers has captures, too, and a quiet chain has
 * no run for days, so the age of a run is no sign of a fault. The first call reads all of `feed.runs`, later calls only new
 * records.
 */
export function createLatestRuns(engine: Engine): () => Promise<LatestRuns> {
  const exclusive = createMutex();
  const next = new Map<number, number>();
  const last = new Map<string, FeedRun>();
  const good = new Map<string, FeedRun>();
  const gone = new Map<string, number>();
  return () =>
    exclusive(async () => {
      for await (const { record, value } of readTopic(engine, 'feed.runs', { from: next })) {
        next.set(record.partition, record.offset + 1);
        if (value === null) continue;
        if (chainFeeds.has(value.feed)) {
          if (value.status === 'accepted') gone.set(value.feed, (gone.get(value.feed) ?? 0) + value.removed);
          continue;
        }
        last.set(value.feed, value);
        if (value.status !== 'rejected') good.set(value.feed, value);
      }
      return { last: new Map(last), good: new Map(good), gone: new Map(gone) };
    });
}
