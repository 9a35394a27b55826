import type { ReadModel } from '../../dependencies.ts';
import { createTenantCache } from '../../memory/tenants/tenant-cache.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { eachSlice } from '../../tables/slices.ts';
import { type VisibilitySql, visibilitySlices, visibilitySql } from '../../visibility/visible.ts';
import { unfiltered } from './filter.ts';
import { decodePicked, type PickedRow, pickedOf, type PickParameters, pickSqlWith, readPicks } from './picked.ts';
import { readGroupMembers } from './queries.ts';
import { type ChangeWithText, withText } from './read.ts';

/** New changes of a tenant, without filter, window and cut: drafts are among them. */
export interface NewChanges {
  /** Those that reached the tenant until a time, and all. */
  readonly count: (tenantId: string, upTo: number) => Promise<NewCounts>;
  /** The 200 that reached the tenant first, and those that came with the last of them; the oldest first. */
  readonly first: (tenantId: string) => Promise<readonly ChangeWithText[]>;
}

export interface NewCounts {
  readonly upTo: number;
  readonly all: number;
}

const decodeCounts = { upTo: Number, all: Number };

const mostShown = 200;

const countSql = ({ lastReachedAt, isVisible, isNew }: VisibilitySql): string =>
  'SELECT countIf(' +
  lastReachedAt +
  ` <= {upTo:Int64}) AS upTo, count() AS all
FROM attestry.store_feed_changes AS c FINAL
WHERE ` +
  isVisible +
  `
  AND ` +
  isNew;

interface FirstRow extends PickedRow {
  readonly reachedAt: number;
}

const firstSql = (parameters: PickParameters): string =>
  pickSqlWith('detected', parameters, ', ' + visibilitySql(parameters).lastReachedAt + ' AS reachedAt') +
  `
  AND isNew
ORDER BY reachedAt
LIMIT {limit:UInt32} WITH TIES`;

/** Counts kept for pages that are loaded again. */
const mostCounts = 1_000;

type Dependencies = Pick<ReadModel, 'tables' | 'versions' | 'snapshots' | 'changes' | 'clock'>;

export function createNewChanges(dependencies: Dependencies): NewChanges {
  const { tables, snapshots, changes } = dependencies;
  const cache = createTenantCache<NewCounts>({ ...dependencies, most: mostCounts });
  return {
    count: (tenantId, upTo) =>
      cache.read({ tenantId, query: `new ${upTo}`, restsOn: 'watches' }, async () => ({
        value: await countNew(tables, await snapshots.fresh(tenantId), upTo),
        validUntil: Number.POSITIVE_INFINITY,
      })),
    first: async (tenantId) => {
      const snapshot = await snapshots.fresh(tenantId);
      const slices = await readPicks<FirstRow>(
        tables,
        { snapshot, filter: { ...unfiltered, since: 0 } },
        { sql: firstSql, decode: { ...decodePicked, reachedAt: Number } },
        { limit: mostShown },
      );
      const rows = slices.flat().sort((a, b) => a.reachedAt - b.reachedAt || (a.id < b.id ? -1 : 1));
      const last = rows[mostShown - 1]?.reachedAt ?? Infinity;
      const picked = rows.filter(({ reachedAt }) => reachedAt <= last).flatMap((row) => pickedOf(row, snapshot));
      const [groups, texts] = await Promise.all([readGroupMembers(tables, picked), changes.read(picked)]);
      return withText(picked, texts, groups);
    },
  };
}

/** Counts the new changes of the listed items in the tables, without a cache. */
export async function countNew(tables: TableReader, snapshot: TenantSnapshot, upTo: number): Promise<NewCounts> {
  const counts = await eachSlice(
    visibilitySlices(snapshot, ({ isListed }) => isListed),
    (visible) =>
      readRows<NewCounts>(
        tables,
        { sql: countSql(visibilitySql(visible)), decode: decodeCounts },
        { ...visible, upTo },
      ),
  );
  const sum = (of: keyof NewCounts): number => counts.flat().reduce((total, row) => total + row[of], 0);
  return { upTo: sum('upTo'), all: sum('all') };
}
