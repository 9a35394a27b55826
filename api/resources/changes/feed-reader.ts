import type { RouteDependencies } from '../../route-dependencies.ts';
import { createVersionedCache } from '../../memory/versioned-cache.ts';
import { tablesOfTenant } from '../../tables/tenant-tables.ts';
import type { FeedFilter } from './filter.ts';
import { type PickedFeed, pickChanges, readGroupMembers } from './queries.ts';
import { type Groups, withText, type ChangeWithText } from './read.ts';

/** A feed with its words. */
export interface Feed {
  /** In the order asked for. */
  readonly changes: readonly ChangeWithText[];
  readonly truncated: boolean;
  /** The seen marker that `isNew` was decided with, milliseconds. */
  readonly seenAt: number;
  /** When the first of its changes leaves the window, milliseconds; infinite when it has none. */
  readonly validUntil: number;
}

/** Gives the feed of a tenant as it is at `now`, milliseconds. */
export type ReadFeed = (tenantId: string, filter: FeedFilter, now: number) => Promise<Feed>;

/** What a feed consists of, without the words. */
interface Picks {
  readonly feed: PickedFeed;
  readonly groups: Groups;
  readonly validUntil: number;
}

/** Some tens of kilobytes each. */
const mostKept = 500;

type Dependencies = Pick<RouteDependencies, 'tables' | 'versions' | 'watchedAssets' | 'changes' | 'clock'>;

/**
 * Reads feeds. What a feed consists of is kept for as long as there is no news of it, and words are kept by id and
 * revision: one that is asked for again needs no query.
 */
export function createFeedReader(dependencies: Dependencies): ReadFeed {
  const { tables, changes: store } = dependencies;
  const memory = createVersionedCache<Picks>({ ...dependencies, most: mostKept });

  const pick = async (tenantId: string, filter: FeedFilter, now: number): Promise<Picks> => {
    const feed = await pickChanges(tablesOfTenant(tables, tenantId), filter);
    const validUntil = feed.oldest === null ? Number.POSITIVE_INFINITY : feed.oldest + now - filter.since;
    // The words are read at the same time, to be found in the store.
    const [groups] = await Promise.all([readGroupMembers(tables, feed.changes), store.read(feed.changes)]);
    return { feed, groups, validUntil };
  };

  return async (tenantId, filter, now) => {
    const asked = JSON.stringify({ ...filter, since: now - filter.since });
    const subject = { tenantId, asked, restsOn: 'watches' } as const;
    const { feed, groups, validUntil } = await memory.read(subject, async () => {
      const value = await pick(tenantId, filter, now);
      return { value, validUntil: value.validUntil };
    });
    const words = await store.read(feed.changes);
    return {
      changes: withText(feed.changes, words, groups),
      truncated: feed.truncated,
      seenAt: feed.seenAt,
      validUntil,
    };
  };
}
