import type { ChangeReference } from '../../memory/changes/change-cache.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { readInSlices } from '../../tables/slices.ts';
import type { FeedFilter, FeedTime } from './filter.ts';
import { maxChanges } from './schema.ts';
import {
  decodePicked,
  type PickedChange,
  pickedOf,
  type PickedRow,
  type PickParameters,
  pickSqlWith,
  readPicks,
  timeColumns,
} from './picked.ts';

export interface PickedFeed {
  /** In the requested order, 200 unless the caller requests more. */
  readonly changes: readonly PickedChange[];
  readonly truncated: boolean;
  /** Earliest time of the window's kind among these and the one that was cut off, milliseconds; null if there are none. */
  readonly oldest: number | null;
  /** The seen marker that decided `isNew`, milliseconds. */
  readonly seenAt: number;
}

interface FeedRow extends PickedRow {
  /** 0 in the order of time. */
  readonly rank: number;
  /** The time that the window is of, milliseconds. */
  readonly windowAt: number;
  /** The time that the order is by. */
  readonly orderedAt: number;
}

const feedSql = (by: FeedTime, parameters: PickParameters): string =>
  pickSqlWith(
    by,
    parameters,
    `,
  multiIf({sort:String} = 'impact', c.direction_rank, {sort:String} = 'severity', c.severity_rank, 0) AS rank,
  toUnixTimestamp64Milli(` +
      timeColumns[by] +
      `) AS windowAt,
  toUnixTimestamp64Milli(if({sort:String} = 'severity', c.known_at, ` +
      timeColumns[by] +
      `)) AS orderedAt`,
  ) +
  `
ORDER BY rank, orderedAt DESC, c.id DESC
LIMIT {limit:UInt32}`;

/** The order of `feedSql`. */
const inFeedOrder = (a: FeedRow, b: FeedRow): number =>
  a.rank - b.rank || b.orderedAt - a.orderedAt || (a.id < b.id ? 1 : -1);

const decodeFeed = { ...decodePicked, windowAt: Number, orderedAt: Number };

/** Picks the changes of the feed: one more than `most`, to find out whether the window must be narrowed. */
export async function pickChanges(
  tables: TableReader,
  snapshot: TenantSnapshot,
  filter: FeedFilter,
  most = maxChanges,
): Promise<PickedFeed> {
  const limit = most + 1;
  const slices = await readPicks<FeedRow>(
    tables,
    { snapshot, filter },
    { sql: (parameters) => feedSql(filter.by, parameters), decode: decodeFeed },
    { sort: filter.sort, limit },
  );
  const rows = slices.length > 1 ? slices.flat().sort(inFeedOrder).slice(0, limit) : slices.flat();
  const picked = rows.flatMap((row) => pickedOf(row, snapshot));
  return {
    changes: picked.slice(0, most),
    oldest: rows.length === 0 ? null : Math.min(...rows.map(({ windowAt }) => windowAt)),
    truncated: rows.length > most,
    seenAt: snapshot.seenAt,
  };
}

/** Place of a change in the tables, whether or not a tenant may see it. */
export interface ChangePlace extends ChangeReference {
  readonly groupId: string;
}

/** `store_changes` has an index by id, which a query with FINAL does not use. No revision alters the selected columns
 * but the revision itself. */
const placeSql = `
SELECT id, asset_id AS assetId, revision, toUnixTimestamp64Milli(detected_at) AS detectedAt, group_id AS groupId
FROM attestry.store_changes
WHERE asset_id IN {assetIds:Array(String)} AND id = {id:String}
ORDER BY revision DESC
LIMIT 1`;

/** Finds a change of one of the assets by its id; null if there is none. */
export async function placeChange(
  tables: TableReader,
  id: string,
  assetIds: readonly string[],
): Promise<ChangePlace | null> {
  const places = await readInSlices(assetIds, (some) =>
    readRows<ChangePlace>(tables, { sql: placeSql, decode: { detectedAt: Number } }, { id, assetIds: some }),
  );
  // A change is one of a single asset.
  return places[0] ?? null;
}

/**
 * Members of a group share the time of detection, so the sorting key narrows the search. Every revision of a change is in
 * the same group, so FINAL is not needed.
 */
const membersSql = `
SELECT group_id, groupUniqArray(id) AS ids
FROM attestry.store_feed_changes
WHERE asset_id IN {assetIds:Array(String)} AND group_id IN {groupIds:Array(String)}
  AND detected_at IN arrayMap(at -> fromUnixTimestamp64Milli(at), {times:Array(Int64)})
GROUP BY group_id`;

/** Ids of all changes of each group, ascending. Filters of the feed do not apply to the members of a group. */
export async function readGroupMembers(
  tables: TableReader,
  changes: readonly ChangePlace[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (changes.length === 0) return new Map();
  const rows = await tables.query<{ readonly group_id: string; readonly ids: readonly string[] }>(membersSql, {
    assetIds: [...new Set(changes.map(({ assetId }) => assetId))],
    groupIds: [...new Set(changes.map(({ groupId }) => groupId))],
    times: [...new Set(changes.map(({ detectedAt }) => detectedAt))],
  });
  return new Map(rows.map((row) => [row.group_id, [...row.ids].sort()]));
}
