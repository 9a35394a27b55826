import type { ReadModel } from '../../dependencies.ts';
import { createTenantCache } from '../../memory/tenants/tenant-cache.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import { placeChange, readGroupMembers } from './queries.ts';
import type { ChangeWithText } from './read.ts';
import { visibility } from '../../visibility/visible.ts';

/** Reads one change in its newest revision; null if the tenant may not see it. */
export type ReadOne = (tenantId: string, id: string) => Promise<ChangeWithText | null>;

/** Some kilobytes each. */
const mostChanges = 1_000;

type Dependencies = Pick<ReadModel, 'tables' | 'versions' | 'snapshots' | 'changes' | 'clock'>;

/**
 * Reads single changes and caches them until they may change. Code decides what the tenant may see, not the query: planning
 * the feed's query takes longer than finding one row (decision 27).
 */
export function createOneReader(dependencies: Dependencies): ReadOne {
  const cache = createTenantCache<ChangeWithText | 'none'>({ ...dependencies, most: mostChanges });
  return async (tenantId, id) => {
    const found = await cache.read({ tenantId, query: id, restsOn: 'watches' }, async () => ({
      value: (await findChange(dependencies, await dependencies.snapshots.of(tenantId), id)) ?? ('none' as const),
      validUntil: Number.POSITIVE_INFINITY,
    }));
    return found === 'none' ? null : found;
  };
}

/** Finds a change that the key holder may see, whenever it was detected. */
export async function findChange(
  { tables, changes }: Pick<Dependencies, 'tables' | 'changes'>,
  snapshot: TenantSnapshot,
  id: string,
): Promise<ChangeWithText | null> {
  const listed = [...snapshot.items].flatMap(([assetId, { isListed }]) => (isListed ? [assetId] : []));
  const place = await placeChange(tables, id, listed);
  if (place === null) return null;
  const [texts, groups] = await Promise.all([changes.read([place]), readGroupMembers(tables, [place])]);
  const change = texts.get(id);
  const visible = change === undefined ? null : visibility(change, snapshot);
  if (change === undefined || visible === null) return null;
  const { itemId, gathering } = visible.item;
  return {
    picked: { ...place, revision: change.revision, itemId, gathering, isNew: visible.isNew },
    change,
    group: groups.get(change.groupId) ?? [id],
  };
}
