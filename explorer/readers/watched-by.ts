import type { TenantSnapshot } from '../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import type { PageRequest } from '../page-route.ts';
import { ifReachable } from './if-reachable.ts';

interface Snapshots {
  readonly of: (tenantId: string) => Promise<TenantSnapshot>;
}

/** Ids of the reader's watchlist items by asset: null for an asset that is not on the list, or where that is not known now. */
export async function watchedBy(
  { reader }: Pick<PageRequest, 'reader'>,
  snapshots: Snapshots,
): Promise<(assetId: string) => string | null> {
  if (reader?.principal.scopes.includes('monitoring:read') !== true) return () => null;
  const snapshot = await ifReachable(snapshots.of(reader.principal.tenantId));
  return (assetId) => {
    const item = snapshot?.items.get(assetId);
    return item?.isListed === true ? item.itemId : null;
  };
}
