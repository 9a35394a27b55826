import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';
import { eachSlice } from '../../visibility/slices.ts';
import {
  isNotifiedSql,
  noticesOfVerdictsSql,
  type VisibilityParameters,
  visibilitySlices,
  visibleToSql,
} from '../../visibility/visible.ts';

export interface Cursor {
  /** Rank of the severity in the order by severity; 0 in the order of time. */
  readonly rank: number;
  readonly createdAt: number;
  readonly sortId: string;
}

/** The place that a page begins behind; null for the first. */
export function cursorOf(text: string | null): Cursor | null {
  const [createdAt, sortId, rank = '0'] = text?.split('.') ?? [];
  return createdAt === undefined || sortId === undefined
    ? null
    : { createdAt: Number(createdAt), sortId, rank: Number(rank) };
}

/** A place as text; without a rank in the order of time. */
export const cursorText = ({ createdAt, sortId, rank }: Cursor): string =>
  `${createdAt}.${sortId}${rank === 0 ? '' : `.${rank}`}`;

/** Limit of a query or a page that returns every group. */
export const everyNotice = 0xffff_fff0;

interface Wanted {
  /** End of the previous page; null for the first page. */
  readonly after: Cursor | null;
  readonly limit: number;
  /** The most urgent first, then the newest; else the newest first. */
  readonly bySeverity: boolean;
}

/** What is read of an inbox when all of it is. */
export const wholeInbox: Wanted = { after: null, limit: everyNotice, bySeverity: false };

export interface GroupRow {
  readonly group_id: string;
  readonly asset_id: string;
  readonly created_at: string;
  readonly change_id: string;
  readonly revision: number;
  readonly detected_at: string;
  /** Of verdicts; empty for changes. `change_id` is the obligation then. */
  readonly kind: string;
  readonly notice: string;
  readonly severity_rank: number;
  readonly groups: string;
}

/**
 * One row per group of notable changes of an asset that is or was watched, with its member that ranks first, and one row per
 * notice of verdicts, in the order of the inbox. `groups` counts all of them.
 */
const groupsSql =
  `
WITH grouped AS (
  SELECT c.group_id AS group_id, c.asset_id AS asset_id,
    min(greatest(c.detected_at, assumeNotNull(c.notable_at))) AS created_at,
    argMin((c.id, c.revision, c.detected_at, c.severity_rank), (c.direction_rank, c.id)) AS first
  FROM attestry.store_feed_changes AS c FINAL
  WHERE ` +
  visibleToSql +
  `
    AND ` +
  isNotifiedSql +
  `
  GROUP BY c.group_id, c.asset_id
),
judged AS (
  SELECT c.group_id AS group_id, c.asset_id AS asset_id, c.detected_at AS created_at,
    (c.obligation_id, toUInt32(0), c.detected_at, c.severity_rank) AS first, c.verdict_notice_kind AS kind, c.verdict_notice AS notice
  FROM (` +
  noticesOfVerdictsSql +
  `) AS c
  WHERE ` +
  visibleToSql +
  `
    AND ` +
  isNotifiedSql +
  `
),
noticed AS (
  SELECT group_id, asset_id, created_at, first, '' AS kind, '' AS notice FROM grouped
  UNION ALL
  SELECT group_id, asset_id, created_at, first, kind, notice FROM judged
),
counted AS (
  SELECT *, count() OVER () AS groups, first.4 AS severity_rank, if({bySeverity:Bool}, first.4, 0) AS rank FROM noticed
)
SELECT group_id, asset_id, toUnixTimestamp64Milli(counted.created_at) AS created_at, first.1 AS change_id,
  first.2 AS revision, toUnixTimestamp64Milli(first.3) AS detected_at, kind, notice,
  severity_rank, groups
FROM counted
WHERE NOT {paged:Bool} OR rank > {afterRank:UInt8}
  OR (rank = {afterRank:UInt8}
    AND (counted.created_at, group_id) < (fromUnixTimestamp64Milli({afterTime:Int64}), {afterId:String}))
ORDER BY rank, counted.created_at DESC, group_id DESC
LIMIT {limit:UInt32}`;

export interface Groups {
  readonly rows: readonly GroupRow[];
  /** All groups, also those that are not among the rows. */
  readonly count: number;
}

export async function readGroups(tables: TableReader, snapshot: TenantSnapshot, wanted: Wanted): Promise<Groups> {
  const slices = visibilitySlices(snapshot, () => true);
  const groups = await eachSlice(slices, (visible) => readSlice(tables, visible, wanted));
  return { rows: groups.flatMap(({ rows }) => rows), count: groups.reduce((sum, { count }) => sum + count, 0) };
}

/** The groups of one slice: a group belongs to one asset, so no other slice has a part of it. */
async function readSlice(
  tables: TableReader,
  visible: VisibilityParameters,
  { after, limit, bySeverity }: Wanted,
): Promise<Groups> {
  const read = (from: Cursor | null, most: number): Promise<readonly GroupRow[]> =>
    tables.query<GroupRow>(groupsSql, {
      ...visible,
      bySeverity,
      paged: from !== null,
      afterRank: from?.rank ?? 0,
      afterTime: from?.createdAt ?? 0,
      afterId: from?.sortId ?? '',
      limit: most,
    });
  const rows = await read(after, limit);
  // The count comes with the rows, so a page without rows needs another query, unless it is the first.
  const [counted] = rows.length > 0 || after === null ? rows : await read(null, 1);
  return { rows, count: Number(counted?.groups ?? 0) };
}
