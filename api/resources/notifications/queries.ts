import { namespaces } from '../../../schemas/values/hash.ts';
import type { TenantTables } from '../../tables/tenant-tables.ts';

/** A notification of a group of changes, or of an intake, before its words are read. */
export interface PickedNotice {
  readonly notificationId: string;
  /** With `createdAt` the place in the list. */
  readonly sortId: string;
  readonly assetId: string;
  readonly itemId: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly readAt: number | null;
  /** The change whose words are told; null for intakes. */
  readonly change: { readonly id: string; readonly revision: number; readonly detectedAt: number } | null;
  /** Of intakes. */
  readonly kind: string;
  readonly reason: string | null;
}

export interface Cursor {
  readonly createdAt: number;
  readonly sortId: string;
}

export interface InboxRequest {
  readonly unreadOnly: boolean;
  readonly limit: number;
  /** Where the previous page ended; null for the first. */
  readonly after: Cursor | null;
}

export interface PickedInbox {
  readonly notices: readonly PickedNotice[];
  /** Where the next page begins; null when this one is the last. */
  readonly next: Cursor | null;
  /** All unread notifications of the key holder. */
  readonly unread: number;
}

interface NoticeRow {
  readonly notification_id: string;
  readonly sort_id: string;
  readonly asset_id: string;
  readonly item_id: string;
  readonly created_at: string;
  readonly read_at: string | null;
  readonly change_id: string;
  readonly revision: number;
  readonly detected_at: string;
  readonly kind: string;
  readonly reason: string | null;
  readonly unread: string;
}

/**
 * The inbox is a query: one row per group of notable changes of a watched asset, with the member that ranks first, and
 * one per intake, with what was read. The id of a group's notification is the version 5 UUID of `<tenant>|<group>`.
 */
const inboxSql = `
WITH
  grouped AS (
    SELECT c.group_id AS sort_id, c.asset_id AS asset_id, any(w.item_id) AS item_id,
      min(greatest(c.detected_at, assumeNotNull(c.notable_at))) AS created_at,
      argMin((c.id, c.revision, c.detected_at), (c.direction_rank, c.id)) AS first,
      lower(hex(SHA1(concat(unhex({namespace:String}), {tenantId:String}, '|', c.group_id)))) AS digest
    FROM attestry.store_feed_changes AS c FINAL
    INNER JOIN (
      SELECT asset_id, item_id, added_at FROM attestry.store_watch_items FINAL WHERE tenant_id = {tenantId:String}
    ) AS w ON w.asset_id = c.asset_id
    LEFT JOIN (
      SELECT asset_id, groupArray((\`from\`, \`to\`)) AS spans
      FROM attestry.store_hidden_intervals FINAL
      WHERE tenant_id = {tenantId:String}
      GROUP BY asset_id
    ) AS h ON h.asset_id = c.asset_id
    WHERE c.asset_id IN (
        SELECT asset_id FROM attestry.store_watch_items FINAL WHERE tenant_id = {tenantId:String}
      )
      AND c.notable_at IS NOT NULL
      AND greatest(c.detected_at, assumeNotNull(c.notable_at)) >= w.added_at
      AND NOT arrayExists(
        span -> (c.detected_at >= span.1 AND (span.2 IS NULL OR c.detected_at < span.2))
          OR (c.notable_at >= span.1 AND (span.2 IS NULL OR c.notable_at < span.2)),
        h.spans)
    GROUP BY c.group_id, c.asset_id
  ),
  notices AS (
    SELECT concat(substring(digest, 1, 8), '-', substring(digest, 9, 4), '-5', substring(digest, 14, 3), '-',
        substring('89ab', bitAnd(position('0123456789abcdef', substring(digest, 17, 1)) - 1, 3) + 1, 1),
        substring(digest, 18, 3), '-', substring(digest, 21, 12)) AS notification_id,
      sort_id, asset_id, item_id, created_at, first.1 AS change_id, first.2 AS revision, first.3 AS detected_at,
      '' AS kind, CAST(NULL, 'Nullable(String)') AS reason
    FROM grouped
    UNION ALL
    SELECT notice_id, notice_id, asset_id, item_id, created_at, '', toUInt32(0), created_at, toString(kind), reason
    FROM attestry.store_intake_notices FINAL
    WHERE tenant_id = {tenantId:String}
  ),
  marked AS (
    SELECT n.*, m.read_at AS read_at, countIf(m.read_at IS NULL) OVER () AS unread
    FROM notices AS n
    LEFT JOIN (
      SELECT notification_id, toNullable(read_at) AS read_at
      FROM attestry.store_read_markers FINAL
      WHERE tenant_id = {tenantId:String}
    ) AS m ON m.notification_id = n.notification_id
  )
SELECT notification_id, sort_id, asset_id, item_id, toUnixTimestamp64Milli(created_at) AS created_at,
  toUnixTimestamp64Milli(read_at) AS read_at, change_id, revision, toUnixTimestamp64Milli(detected_at) AS detected_at,
  kind, reason, unread
FROM marked
WHERE (NOT {unreadOnly:Bool} OR read_at IS NULL)
  AND (NOT {paged:Bool}
    OR (marked.created_at, sort_id) < (fromUnixTimestamp64Milli({afterTime:Int64}), {afterId:String}))
ORDER BY marked.created_at DESC, sort_id DESC
LIMIT {limit:UInt32}`;

/** Picks one page of the inbox, newest first. */
export async function pickNotices(tables: TenantTables, request: InboxRequest): Promise<PickedInbox> {
  const rows = await tables.query<NoticeRow>(inboxSql, parametersOf(request));
  const notices = rows.slice(0, request.limit).map(noticeOf);
  const last = rows.length > request.limit ? notices.at(-1) : undefined;
  return {
    notices,
    next: last === undefined ? null : { createdAt: last.createdAt, sortId: last.sortId },
    unread: rows[0] === undefined ? await countUnread(tables, request) : Number(rows[0].unread),
  };
}

/** The count comes with the rows; a page without rows has to ask again, unless it is the whole list. */
async function countUnread(tables: TenantTables, request: InboxRequest): Promise<number> {
  if (request.after === null) return 0;
  const [row] = await tables.query<NoticeRow>(inboxSql, parametersOf({ unreadOnly: true, limit: 1, after: null }));
  return Number(row?.unread ?? 0);
}

const parametersOf = ({ unreadOnly, limit, after }: InboxRequest): Readonly<Record<string, unknown>> => ({
  namespace: namespaces.notification.replaceAll('-', ''),
  unreadOnly,
  paged: after !== null,
  afterTime: after?.createdAt ?? 0,
  afterId: after?.sortId ?? '',
  limit: limit + 1,
});

const noticeOf = (row: NoticeRow): PickedNotice => ({
  notificationId: row.notification_id,
  sortId: row.sort_id,
  assetId: row.asset_id,
  itemId: row.item_id,
  createdAt: Number(row.created_at),
  readAt: row.read_at === null ? null : Number(row.read_at),
  change:
    row.change_id === '' ? null : { id: row.change_id, revision: row.revision, detectedAt: Number(row.detected_at) },
  kind: row.kind,
  reason: row.reason,
});
