import { createTenantCache } from '../../memory/tenants/tenant-cache.ts';
import type { ReadModel } from '../../dependencies.ts';
import { unfiltered } from './filter.ts';
import {
  decodePicked,
  type PickedChange,
  pickedOf,
  type PickedRow,
  type PickParameters,
  pickSqlWith,
  readPicks,
} from './picked.ts';
import { type ChangeWithText, withText } from './read.ts';

/** Reads the urgent changes of a tenant that nothing confirmed or withdrew yet, the most urgent and newest known first. */
export type ReadOpen = (tenantId: string) => Promise<readonly ChangeWithText[]>;

/** More would hide what else is on a page. */
const mostOpen = 20;
/** A few hundred bytes each. */
const mostTenants = 1_000;

interface OpenRow extends PickedRow {
  readonly severityRank: number;
  readonly knownAt: number;
}

/** A withdrawn one is low, so the severity leaves out what is not open any more. */
const openSql = (parameters: PickParameters): string =>
  pickSqlWith('known', parameters, ', c.severity_rank AS severityRank, toUnixTimestamp64Milli(c.known_at) AS knownAt') +
  `
  AND NOT c.confirmed AND c.severity_rank <= 2
ORDER BY severityRank, knownAt DESC, id DESC
LIMIT {limit:UInt32}`;

const inOrder = (a: OpenRow, b: OpenRow): number =>
  a.severityRank - b.severityRank || b.knownAt - a.knownAt || (a.id < b.id ? 1 : -1);

type Dependencies = Pick<ReadModel, 'tables' | 'versions' | 'snapshots' | 'changes' | 'clock'>;

export function createOpenReader(dependencies: Dependencies): ReadOpen {
  const { tables, snapshots, changes } = dependencies;
  const cache = createTenantCache<readonly PickedChange[]>({ ...dependencies, most: mostTenants });
  return async (tenantId) => {
    const picked = await cache.read({ tenantId, query: 'open', restsOn: 'watches' }, async () => {
      const snapshot = await snapshots.fresh(tenantId);
      const slices = await readPicks<OpenRow>(
        tables,
        { snapshot, filter: { ...unfiltered, since: 0 } },
        { sql: openSql, decode: { ...decodePicked, knownAt: Number } },
        { limit: mostOpen },
      );
      const rows = slices.flat().sort(inOrder).slice(0, mostOpen);
      return { value: rows.flatMap((row) => pickedOf(row, snapshot)), validUntil: Number.POSITIVE_INFINITY };
    });
    return withText(picked, await changes.read(picked), new Map());
  };
}
