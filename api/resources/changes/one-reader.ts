import type { Change } from '../../../schemas/generated/records.ts';
import type { RouteDependencies } from '../../deps.ts';
import { createTenantCache } from '../../memory/tenant-cache.ts';
import { isHidden, newsTimeOf, type TenantSnapshot } from '../../memory/tenant-snapshot.ts';
import { placeChange, readGroupMembers } from './queries.ts';
import type { ChangeWithText } from './read.ts';
import type { PickedChange } from './visible.ts';

/** Gives one change as a tenant may see it, in its newest revision; null when there is none for it. */
export type ReadOne = (tenantId: string, id: string) => Promise<ChangeWithText | null>;

/** Some kilobytes each. */
const mostChanges = 1_000;

type Dependencies = Pick<RouteDependencies, 'tables' | 'versions' | 'snapshots' | 'changes' | 'clock'>;

/**
 * Reads single changes, kept for as long as there is no news of them. What a tenant may see is decided here and not in the
 * query: planning its joins would take longer than finding one row.
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
  const [words, groups] = await Promise.all([changes.read([place]), readGroupMembers(tables, [place])]);
  const change = words.get(id);
  const picked = change === undefined ? null : pickedOf(change, snapshot);
  if (change === undefined || picked === null) return null;
  return { picked, change, group: groups.get(change.groupId) ?? [id] };
}

/** As the feed's query decides it, without its window. */
function pickedOf(change: Change, { items, seenAt }: TenantSnapshot): PickedChange | null {
  const { id, assetId, revision, detectedAt, groupId, lowSignal } = change;
  const item = items.get(assetId);
  if (item?.isListed !== true || isHidden(item, change)) return null;
  const { itemId, gathering, addedAt } = item;
  const isNew = !lowSignal && newsTimeOf(change) > Math.max(seenAt, addedAt);
  return { id, assetId, revision, detectedAt, groupId, itemId, gathering, isNew };
}
