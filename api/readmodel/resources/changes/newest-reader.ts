import { createTenantCache } from '../../memory/tenants/tenant-cache.ts';
import type { ReadModel } from '../../dependencies.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { unfiltered } from './filter.ts';
import { decodePicked, type PickedChange, pickedOf, type PickParameters, pickSqlWith, readPicks } from './picked.ts';

/** Reads the newest change of each watched token since a time, milliseconds, by asset: those of low signal, too. */
export type ReadNewest = (tenantId: string, since: number, now: number) => Promise<ReadonlyMap<string, Change>>;

interface NewestPicks {
  readonly picked: readonly PickedChange[];
  readonly validUntil: number;
}

/** Some tens of kilobytes each. */
const mostTenants = 500;

const newestSql = (parameters: PickParameters): string => `${pickSqlWith('detected', parameters)}
ORDER BY c.detected_at DESC, c.id DESC
LIMIT 1 BY c.asset_id`;

type Dependencies = Pick<ReadModel, 'tables' | 'versions' | 'snapshots' | 'changes' | 'clock'>;

export function createNewestReader(dependencies: Dependencies): ReadNewest {
  const { tables, snapshots, changes } = dependencies;
  const cache = createTenantCache<NewestPicks>({ ...dependencies, most: mostTenants });
  return async (tenantId, since, now) => {
    const query = `newest ${now - since}`;
    const { picked } = await cache.read({ tenantId, query, restsOn: 'watches' }, async () => {
      const snapshot = await snapshots.fresh(tenantId);
      const filter = { ...unfiltered, showAll: true, since };
      const rows = (await readPicks(tables, { snapshot, filter }, { sql: newestSql, decode: decodePicked })).flat();
      // The first that leaves the window ends it.
      const oldest = rows.reduce((least, { detectedAt }) => Math.min(least, detectedAt), Number.POSITIVE_INFINITY);
      const validUntil = oldest + now - since;
      return { value: { picked: rows.flatMap((row) => pickedOf(row, snapshot)), validUntil }, validUntil };
    });
    const texts = await changes.read(picked);
    return new Map(
      picked.flatMap(({ assetId, id }) => {
        const change = texts.get(id);
        return change === undefined ? [] : [[assetId, change] as const];
      }),
    );
  };
}
