import type { ReadModel } from '../../dependencies.ts';
import { createTenantCache } from '../../memory/tenants/tenant-cache.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';
import { eachSlice } from '../../visibility/slices.ts';
import { isNewSql, lastReachedAtSql, visibilitySlices, visibleToSql } from '../../visibility/visible.ts';
import { unfiltered } from './filter.ts';
import { type PickedRow, pickedOf, pickSlices, pickSqlWith } from './picked.ts';
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

const mostShown = 200;

const countSql =
  'SELECT countIf(' +
  lastReachedAtSql +
  ` <= {upTo:Int64}) AS up_to, count() AS all
FROM attestry.store_feed_changes AS c FINAL
WHERE ` +
  visibleToSql +
  `
  AND ` +
  isNewSql;

interface FirstRow extends PickedRow {
  readonly reached_at: string;
}

const firstSql =
  pickSqlWith('detected', ', ' + lastReachedAtSql + ' AS reached_at') +
  `
  AND is_new
ORDER BY reached_at
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
      const slices = await eachSlice(pickSlices(snapshot, { ...unfiltered, since: 0 }), (parameters) =>
        tables.query<FirstRow>(firstSql, { ...parameters, limit: mostShown }),
      );
      const rows = slices.flat().sort((a, b) => Number(a.reached_at) - Number(b.reached_at) || (a.id < b.id ? -1 : 1));
      const last = Number(rows[mostShown - 1]?.reached_at ?? Infinity);
      const picked = rows.filter(({ reached_at: at }) => Number(at) <= last).flatMap((row) => pickedOf(row, snapshot));
      const [groups, texts] = await Promise.all([readGroupMembers(tables, picked), changes.read(picked)]);
      return withText(picked, texts, groups);
    },
  };
}

/** Counts the new changes of the listed items in the tables, without a cache. */
export async function countNew(tables: TableReader, snapshot: TenantSnapshot, upTo: number): Promise<NewCounts> {
  const counts = await eachSlice(
    visibilitySlices(snapshot, ({ isListed }) => isListed),
    (visible) => tables.query<{ readonly up_to: string; readonly all: string }>(countSql, { ...visible, upTo }),
  );
  const sum = (numberOf: (row: { readonly up_to: string; readonly all: string }) => string): number =>
    counts.flat().reduce((total, row) => total + Number(numberOf(row)), 0);
  return { upTo: sum((row) => row.up_to), all: sum((row) => row.all) };
}
