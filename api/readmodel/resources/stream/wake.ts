import type { TenantSnapshots } from '../../memory/tenants/tenant-snapshot.ts';
import type { ChangedIds, VersionTracker } from '../../memory/versions.ts';

export interface WakeDependencies {
  readonly snapshots: Pick<TenantSnapshots, 'assetIds'>;
  readonly versions: Pick<VersionTracker, 'subscribe'>;
}

/** Calls `wake` after a change of the tenant or of one of its assets; the result unsubscribes. */
export const wakeOnEvents = (
  tenantId: string,
  wake: () => void,
  { snapshots, versions }: WakeDependencies,
): (() => void) => {
  const isConcerned = async (changed: ChangedIds): Promise<boolean> =>
    changed.tenants.has(tenantId) ||
    (await snapshots.assetIds(tenantId)).some((assetId) => changed.assets.has(assetId));
  return versions.subscribe((changed) => {
    // If the assets cannot be read, a needless read is better than a missed event.
    isConcerned(changed).then((concerned) => (concerned ? wake() : undefined), wake);
  });
};
