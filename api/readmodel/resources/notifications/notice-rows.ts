import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { eachSlice } from '../../tables/slices.ts';
import {
  noticesOfVerdictsSql,
  type VisibilityParameters,
  type VisibilitySql,
  visibilitySlices,
  visibilitySql,
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

/** Limit of a query or a page that returns every notification. */
export const everyNotice = 0xffff_fff0;

interface InboxRange {
  /** End of the previous page; null for the first page. */
  readonly after: Cursor | null;
  readonly limit: number;
  /** The most urgent first, then the newest; else the newest first. */
  readonly bySeverity: boolean;
}

/** What is read of an inbox when all of it is. */
export const wholeInbox: InboxRange = { after: null, limit: everyNotice, bySeverity: false };

/** A notification of a change, or of verdicts of one cause. */
export interface NoticeRow {
  /** The id of the change, or the group of the verdicts. */
  readonly subjectId: string;
  readonly assetId: string;
  readonly createdAt: number;
  readonly revision: number;
  readonly detectedAt: number;
  /** Of verdicts; empty for changes. */
  readonly obligationId: string;
  readonly kind: string;
  readonly notice: string;
  readonly statement: string;
  readonly severityRank: number;
  readonly notices: number;
}

const decode = { createdAt: Number, detectedAt: Number, notices: Number };

/**
 * One row per notable change of an asset that is or was watched, and one row per notice of verdicts, in the order of the inbox.
 * `notices` counts all of them.
 */
const noticesSql = ({ isVisible, isNotified }: VisibilitySql): string =>
  `
WITH notified AS (
  SELECT c.id AS subject_id, c.asset_id AS asset_id, greatest(c.detected_at, assumeNotNull(c.notable_at)) AS created_at,
    c.revision AS revision, c.detected_at AS detected, '' AS obligation_id, '' AS kind, '' AS notice, '' AS statement,
    c.severity_rank AS severity_rank
  FROM attestry.store_feed_changes AS c FINAL
  WHERE ` +
  isVisible +
  `
    AND ` +
  isNotified +
  `
),
judged AS (
  SELECT c.group_id AS subject_id, c.asset_id AS asset_id, c.detected_at AS created_at, toUInt32(0) AS revision,
    c.detected_at AS detected, c.obligation_id AS obligation_id, c.verdict_notice_kind AS kind, c.verdict_notice AS notice,
    c.verdict_statement AS statement, c.severity_rank AS severity_rank
  FROM (` +
  noticesOfVerdictsSql +
  `) AS c
  WHERE ` +
  isVisible +
  `
    AND ` +
  isNotified +
  `
),
noticed AS (SELECT * FROM notified UNION ALL SELECT * FROM judged),
counted AS (
  SELECT *, count() OVER () AS notices, if({bySeverity:Bool}, severity_rank, 0) AS rank FROM noticed
)
SELECT subject_id AS subjectId, asset_id AS assetId, toUnixTimestamp64Milli(counted.created_at) AS createdAt, revision,
  toUnixTimestamp64Milli(detected) AS detectedAt, obligation_id AS obligationId, kind, notice,
  statement, severity_rank AS severityRank, notices
FROM counted
WHERE NOT {paged:Bool} OR rank > {afterRank:UInt8}
  OR (rank = {afterRank:UInt8}
    AND (counted.created_at, subject_id) < (fromUnixTimestamp64Milli({afterTime:Int64}), {afterId:String}))
ORDER BY rank, counted.created_at DESC, subject_id DESC
LIMIT {limit:UInt32}`;

export interface NoticeRows {
  readonly rows: readonly NoticeRow[];
  /** All notifications, also those that are not among the rows. */
  readonly count: number;
}

export async function readNoticeRows(
  tables: TableReader,
  snapshot: TenantSnapshot,
  wanted: InboxRange,
): Promise<NoticeRows> {
  const slices = visibilitySlices(snapshot, () => true);
  const found = await eachSlice(slices, (visible) => readSlice(tables, visible, wanted));
  return { rows: found.flatMap(({ rows }) => rows), count: found.reduce((sum, { count }) => sum + count, 0) };
}

/** The notifications of one slice: a change belongs to one asset, so no other slice has it. */
async function readSlice(
  tables: TableReader,
  visible: VisibilityParameters,
  { after, limit, bySeverity }: InboxRange,
): Promise<NoticeRows> {
  const read = (from: Cursor | null, most: number): Promise<readonly NoticeRow[]> =>
    readRows<NoticeRow>(
      tables,
      { sql: noticesSql(visibilitySql(visible)), decode },
      {
        ...visible,
        bySeverity,
        paged: from !== null,
        afterRank: from?.rank ?? 0,
        afterTime: from?.createdAt ?? 0,
        afterId: from?.sortId ?? '',
        limit: most,
      },
    );
  const rows = await read(after, limit);
  // The count comes with the rows, so a page without rows needs another query, unless it is the first.
  const [counted] = rows.length > 0 || after === null ? rows : await read(null, 1);
  return { rows, count: counted?.notices ?? 0 };
}
