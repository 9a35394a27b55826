import type { TenantSnapshots } from './tenant-snapshot.ts';
import { createVersionedCache, type Dependency, type VersionedCache } from '../versioned-cache.ts';
import type { Versions } from '../versions.ts';

/**
 * The data that the answer to a read depends on, so that an unchanged answer is found without a query (decision 27).
 * `watches`: the tenant's watch items, the changes of those assets and their records. `account`: the same, but a write of
 * any process must be visible at once (conformance B-19). `registry`: asset records only, the same for every key.
 */
export type RestsOn = 'watches' | 'account' | 'registry';

/** Whose value it is, which query it answers, and what it depends on. */
export interface CacheKey {
  readonly tenantId: string;
  readonly query: string;
  readonly restsOn: Exclude<RestsOn, 'registry'>;
}

export interface TenantCacheOptions {
  readonly versions: Versions;
  readonly snapshots: Pick<TenantSnapshots, 'assetIds'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Most values. */
  readonly most: number;
}

/** Caches what was read for tenants. A value depends on its tenant and on every asset that the tenant watches or once watched. */
export const createTenantCache = <V>({ most, ...options }: TenantCacheOptions): VersionedCache<CacheKey, V> =>
  createVersionedCache<CacheKey, V>({
    ...options,
    most,
    restsOn: tenantAndAssets(options),
    keyOf: ({ tenantId, query }) => `${tenantId} ${query}`,
  });

function tenantAndAssets({ versions, snapshots }: Omit<TenantCacheOptions, 'most'>): Dependency<CacheKey> {
  return {
    position: versions.position,
    /** This process learns of another's writes by polling. An answer that must contain them at once is not cached then. */
    isReliable: ({ tenantId, restsOn }) =>
      versions.current() && versions.isSettled(tenantId) && (restsOn === 'watches' || versions.hasAllWrites),
    observe: async ({ tenantId }) => {
      // The read of the value itself reports that the tables are out of reach.
      const assetIds = await snapshots.assetIds(tenantId).catch(() => null);
      if (assetIds === null) return null;
      return (since) =>
        versions.tenantVersion(tenantId) <= since &&
        assetIds.every((assetId) => versions.assetVersion(assetId) <= since);
    },
  };
}
