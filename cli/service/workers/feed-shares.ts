import type { Assignment, Log } from '../../../infra/log/log.ts';
import { partitionOf } from '../../../infra/log/murmur2.ts';
import { stopAll } from '../../../pipeline/runtime/role.ts';

export interface FeedShares {
  /** Whether this process fetches the feed. */
  readonly isOurs: (feedId: string) => boolean;
  readonly stop: () => Promise<void>;
  /** Rejects when the membership of the group is lost for good. */
  readonly done: Promise<void>;
}

/**
 * Distributes the feeds over all publishers through a consumer group: the owner of the partition of a feed's captures
 * fetches the feed. During a rebalance two processes may own a partition; a duplicate capture is found unchanged.
 */
export function shareFeeds(log: Log, group = 'publishers'): FeedShares {
  const assignments = new Map<number, Assignment>();
  const partitions = log.partitionsOf('feed.captures');
  const consumption = log.consume({
    topics: ['feed.captures'],
    group,
    maxRecords: 500,
    startAt: async (_, partition, assignment) => {
      assignments.set(partition, assignment);
      return assignment.committed?.offset ?? 0;
    },
    // The records are not used; only the assignment of the partitions matters.
    onChunk: async () => undefined,
  });
  return {
    isOurs: (feedId) => assignments.get(partitionOf(Buffer.from(feedId), partitions))?.isOwned() ?? false,
    stop: () => stopAll(consumption),
    done: consumption.done,
  };
}
