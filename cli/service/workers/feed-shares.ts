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
export const shareFeeds = (log: Log, group = 'publishers'): FeedShares => shareKeys(log, 'feed.captures', group);

/** The same for the lanes of documents: the owner of the partition of a lane's captures fetches the lane. */
export const shareLanes = (log: Log): FeedShares => shareKeys(log, 'document.captures', 'documents');

/** Which publisher begins the days: the one that has partition 0 of the captures. */
export const shareTicks = (log: Log): Omit<FeedShares, 'isOurs'> & { readonly isOurs: () => boolean } => {
  const { hasPartition, ...shares } = shareKeys(log, 'feed.captures', 'ticks');
  return { ...shares, isOurs: () => hasPartition(0) };
};

/** Which partitions of tenants this process sends the webhooks of. */
export const shareTenants = (log: Log): Omit<Shares, 'isOurs'> => shareKeys(log, 'accounts.events', 'deliver');

interface Shares extends FeedShares {
  readonly hasPartition: (partition: number) => boolean;
}

function shareKeys(log: Log, topic: 'accounts.events' | 'document.captures' | 'feed.captures', group: string): Shares {
  const assignments = new Map<number, Assignment>();
  const partitions = log.partitionsOf(topic);
  const consumption = log.consume({
    topics: [topic],
    group,
    maxRecords: 500,
    startAt: async (_, partition, assignment) => {
      assignments.set(partition, assignment);
      return assignment.committed?.offset ?? 0;
    },
    // The records are not used; only the assignment of the partitions matters.
    onChunk: async () => undefined,
  });
  const hasPartition = (partition: number): boolean => assignments.get(partition)?.isOwned() ?? false;
  return {
    hasPartition,
    isOurs: (key) => hasPartition(partitionOf(Buffer.from(key), partitions)),
    stop: () => stopAll(consumption),
    done: consumption.done,
  };
}
