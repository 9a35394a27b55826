import type { ReadModel } from '../../dependencies.ts';
import { createTenantCache } from '../../memory/tenants/tenant-cache.ts';
import type { FeedFilter } from './filter.ts';
import { type PickedFeed, pickChanges, readGroupMembers } from './queries.ts';
import { type Groups, withText, type ChangeWithText } from './read.ts';

/** A feed with its texts. */
interface Feed {
  /** In the requested order. */
  readonly changes: readonly ChangeWithText[];
  readonly truncated: boolean;
  /** The seen marker that `isNew` was decided with, milliseconds. */
  readonly seenAt: number;
  /** When the first of its changes leaves the window, milliseconds; infinite when it has none. */
  readonly validUntil: number;
}

/** Reads the feed of a tenant as of `now`, milliseconds. */
export type ReadFeed = (tenantId: string, filter: FeedFilter, now: number) => Promise<Feed>;

/** A feed without texts. */
interface Picks {
  readonly feed: PickedFeed;
  readonly groups: Groups;
  readonly validUntil: number;
}

/** Some tens of kilobytes each. */
const mostPicks = 500;

type Dependencies = Pick<ReadModel, 'tables' | 'versions' | 'snapshots' | 'changes' | 'clock'>;

/** Reads feeds. Picks are cached until they may change, and texts by id and revision: a repeated feed needs no query. */
export function createFeedReader(dependencies: Dependencies): ReadFeed {
  const { tables, snapshots, changes: store } = dependencies;
  const cache = createTenantCache<Picks>({ ...dependencies, most: mostPicks });

  const pick = async (tenantId: string, filter: FeedFilter, now: number): Promise<Picks> => {
    const feed = await pickChanges(tables, await snapshots.fresh(tenantId), filter);
    const validUntil = feed.oldest === null ? Number.POSITIVE_INFINITY : feed.oldest + now - filter.since;
    // Texts are read concurrently, into the cache.
    const [groups] = await Promise.all([readGroupMembers(tables, feed.changes), store.read(feed.changes)]);
    return { feed, groups, validUntil };
  };

  return async (tenantId, filter, now) => {
    const query = JSON.stringify({ ...filter, since: now - filter.since });
    const { feed, groups, validUntil } = await cache.read({ tenantId, query, restsOn: 'watches' }, async () => {
      const value = await pick(tenantId, filter, now);
      return { value, validUntil: value.validUntil };
    });
    const texts = await store.read(feed.changes);
    return {
      changes: withText(feed.changes, texts, groups),
      truncated: feed.truncated,
      seenAt: feed.seenAt,
      validUntil,
    };
  };
}
