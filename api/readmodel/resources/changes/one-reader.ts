import type { ReadModel } from '../../dependencies.ts';
import { createTenantCache } from '../../memory/tenants/tenant-cache.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { LoggedChange } from '../../memory/changes/logged-change.ts';
import { type ChangePlace, placeChange, readGroupMembers } from './queries.ts';
import type { ChangeWithText } from './read.ts';
import { visibility } from '../../visibility/visible.ts';

/** Reads one change in its newest revision; null if the tenant may not see it. */
export type ReadOne = (tenantId: string, id: string) => Promise<ChangeWithText | null>;

/** Some kilobytes each. */
const mostChanges = 1_000;

type Dependencies = Pick<ReadModel, 'tables' | 'versions' | 'snapshots' | 'changes' | 'clock' | 'recent'>;

/**
 * Reads single changes and caches them until they may change. Code decides what the tenant may see, not the query: planning
 * the feed's query takes longer than finding one row (decision 27). A change that was inserted a moment ago is in memory: a client
 * that received an event asks for it.
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
  { tables, changes, recent }: Pick<Dependencies, 'tables' | 'changes' | 'recent'>,
  snapshot: TenantSnapshot,
  id: string,
): Promise<ChangeWithText | null> {
  const listed = [...snapshot.items].flatMap(([assetId, { isListed }]) => (isListed ? [assetId] : []));
  const inserted = recent?.changes.newestOf(id) ?? null;
  const known = inserted !== null && listed.includes(inserted.row.assetId) ? inserted : null;
  const place = known?.row ?? (await placeChange(tables, id, listed));
  if (place === null) return null;
  const [change, group] = await Promise.all([
    known?.change ?? changes.read([place]).then((texts) => texts.get(id)),
    readGroup({ tables, recent }, place, known?.row ?? null),
  ]);
  const visible = change === undefined ? null : visibility(change, snapshot);
  if (change === undefined || visible === null) return null;
  const { itemId, gathering } = visible.item;
  const { assetId, detectedAt, groupId } = place;
  return {
    picked: { id, assetId, detectedAt, groupId, revision: change.revision, itemId, gathering, isNew: visible.isNew },
    change,
    group: group ?? [id],
  };
}

/** Ids of the changes of its group, ascending. */
async function readGroup(
  { tables, recent }: Pick<Dependencies, 'tables' | 'recent'>,
  place: ChangePlace,
  known: LoggedChange | null,
): Promise<readonly string[] | undefined> {
  const inserted = known === null ? undefined : (await recent?.changes.groupsOf([known]))?.members.get(place.groupId);
  if (inserted !== undefined) return inserted.map(({ id }) => id);
  return (await readGroupMembers(tables, [place])).get(place.groupId);
}
