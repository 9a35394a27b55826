import { type ChangeStore, createChangeStore } from './memory/change-cache.ts';
import type { ApiDependencies } from './deps.ts';
import { createTenantViews, type TenantViews } from './memory/tenant-snapshot.ts';
import { withDeadline } from './tables/deadline.ts';
import { createWatchedAssets, type WatchedAssets } from './memory/watched-assets.ts';

/** What routes are made of: what the API was given, with a deadline for queries, and what they keep together. */
export interface RouteDependencies extends ApiDependencies {
  readonly changes: ChangeStore;
  readonly watchedAssets: WatchedAssets;
  readonly views: TenantViews;
}

export function routeDependencies(given: ApiDependencies | RouteDependencies): RouteDependencies {
  if ('changes' in given) return given;
  const tables = withDeadline(given.tables);
  return {
    ...given,
    tables,
    changes: createChangeStore(tables),
    watchedAssets: createWatchedAssets(tables, given.freshness, given.clock),
    views: createTenantViews(tables, given.freshness, given.clock),
  };
}
