import { type ChangeCache, createChangeCache } from './memory/change-cache.ts';
import type { ApiDependencies } from './deps.ts';
import { createTenantSnapshots, type TenantSnapshots } from './memory/tenant-snapshot.ts';
import { withDeadline } from './tables/deadline.ts';
import { createWatchedAssets, type WatchedAssets } from './memory/watched-assets.ts';

/** What routes are made of: what the API was given, with a deadline for queries, and what they keep together. */
export interface RouteDependencies extends ApiDependencies {
  readonly changes: ChangeCache;
  readonly watchedAssets: WatchedAssets;
  readonly snapshots: TenantSnapshots;
}

export function routeDependencies(given: ApiDependencies | RouteDependencies): RouteDependencies {
  if ('changes' in given) return given;
  const tables = withDeadline(given.tables);
  return {
    ...given,
    tables,
    changes: createChangeCache(tables),
    watchedAssets: createWatchedAssets(tables, given.versions, given.clock),
    snapshots: createTenantSnapshots(tables, given.versions, given.clock),
  };
}
