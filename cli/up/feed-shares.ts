import type { Assignment, Log } from '../../infra/log/log.ts';
import { partitionOf } from '../../infra/log/murmur2.ts';
import { stopAll } from '../../pipeline/runtime/role.ts';

export interface FeedShares {
  /** Whether it is for this process to fetch the feed. */
  readonly isOurs: (feedId: string) => boolean;
  readonly stop: () => Promise<void>;
  /** Rejects when the share in the feeds is lost for good. */
  readonly done: Promise<void>;
}

/**
 * Shares the feeds among all publishers: a feed is fetched by whoever holds the partition of its captures. For a moment
 * two may hold one; what they capture twice is found unchanged.
 */
export function shareFeeds(log: Log): FeedShares {
  const held = new Map<number, Assignment>();
  const partitions = log.partitionsOf('feed.captures');
  const consumption = log.consume({
    topics: ['feed.captures'],
    group: 'publishers',
    maxRecords: 500,
    startAt: async (_, partition, assignment) => {
      held.set(partition, assignment);
      return assignment.committed?.offset ?? 0;
    },
    // Nothing is made of the records: who reads a partition is what matters.
    onChunk: async () => undefined,
  });
  return {
    isOurs: (feedId) => held.get(partitionOf(Buffer.from(feedId), partitions))?.isOwned() ?? false,
    stop: () => stopAll(consumption),
    done: consumption.done,
  };
}
