import type { Versions } from './versions.ts';
import { isWithinMaxAge } from './staleness.ts';
import { createLru } from './lru.ts';
import type { TableReader } from '../tables/reader.ts';
import { tablesOfTenant } from '../tables/tenant-tables.ts';

/** Assets that a tenant's answers may speak of: on its list, or once on it. */
export interface WatchedAssets {
  readonly of: (tenantId: string) => Promise<readonly string[]>;
}

interface Kept {
  readonly position: number;
  readonly askedAt: number;
  readonly assetIds: Promise<readonly string[]>;
}

const assetsSql = `
SELECT DISTINCT asset_id
FROM attestry.store_watch_items
WHERE tenant_id = {tenantId:String}`;

const mostTenants = 10_000;

/** Reads a tenant's assets again only after news about the tenant; all who ask meanwhile share one query. */
export function createWatchedAssets(
  tables: TableReader,
  versions: Pick<Versions, 'position' | 'tenantVersion' | 'hasAllWrites'>,
  clock: () => number,
): WatchedAssets {
  const kept = createLru<string, Kept>(mostTenants);

  const read = async (tenantId: string): Promise<readonly string[]> => {
    const rows = await tablesOfTenant(tables, tenantId).query<{ readonly asset_id: string }>(assetsSql, {});
    return rows.map((row) => row.asset_id);
  };

  const holds = (one: Kept, tenantId: string, now: number): boolean =>
    isWithinMaxAge(now - one.askedAt, versions) && versions.tenantVersion(tenantId) <= one.position;

  return {
    of: (tenantId) => {
      const known = kept.get(tenantId);
      const askedAt = clock();
      if (known !== undefined && holds(known, tenantId, askedAt)) return known.assetIds;
      const asked: Kept = { position: versions.position(), askedAt, assetIds: read(tenantId) };
      kept.set(tenantId, asked);
      asked.assetIds.catch(() => {
        if (kept.get(tenantId) === asked) kept.delete(tenantId);
      });
      return asked.assetIds;
    },
  };
}
