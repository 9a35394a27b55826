import type { RouteDependencies } from '../../route-dependencies.ts';
import { createTenantMemory } from '../../tenant-memory.ts';
import { tablesOfTenant } from '../../tenant-tables.ts';
import { pickChange, placeChange, readGroupMembers } from './queries.ts';
import { type Groups, worded, type WordedChange } from './read.ts';
import type { PickedChange } from './visible.ts';

/** Gives one change as a tenant may see it, in its newest revision; null when there is none for it. */
export type ReadOne = (tenantId: string, id: string) => Promise<WordedChange | null>;

/** What one change consists of, without the words. */
export interface FoundChange {
  readonly picked: PickedChange | null;
  readonly groups: Groups;
}

/** Less than a kilobyte each. */
const mostKept = 2_000;

type Dependencies = Pick<RouteDependencies, 'tables' | 'freshness' | 'watchedAssets' | 'changes' | 'clock'>;

/**
 * Reads single changes: by id the place in the tables, there the rest at once. What was found is kept for as long as there
 * is no news of it.
 */
export function createOneReader(dependencies: Dependencies): ReadOne {
  const { changes: store } = dependencies;
  const memory = createTenantMemory<FoundChange>({ ...dependencies, most: mostKept });

  return async (tenantId, id) => {
    const { picked, groups } = await memory.read({ tenantId, asked: id, restsOn: 'watches' }, async () => ({
      value: await findChange(dependencies, tenantId, id),
      validUntil: Number.POSITIVE_INFINITY,
    }));
    if (picked === null) return null;
    return worded([picked], await store.read([picked]), groups)[0] ?? null;
  };
}

/** Finds a change, and reads its words into the store. */
export async function findChange(
  { tables, changes: store }: Pick<Dependencies, 'tables' | 'changes'>,
  tenantId: string,
  id: string,
): Promise<FoundChange> {
  const ofTenant = tablesOfTenant(tables, tenantId);
  const place = await placeChange(ofTenant, id);
  if (place === null) return { picked: null, groups: new Map() };
  const [picked, groups] = await Promise.all([
    pickChange(ofTenant, place),
    readGroupMembers(tables, [place]),
    store.read([place]),
  ]);
  return { picked, groups };
}
