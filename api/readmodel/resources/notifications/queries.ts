import { severityOfRank, severityRank } from '../../../../schemas/severity.ts';
import { namespaces, uuidV5 } from '../../../../schemas/values/hash.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';
import {
  type Cursor,
  type NoticeRow,
  type NoticeRows,
  everyNotice,
  readNoticeRows,
  wholeInbox,
} from './notice-rows.ts';
import { readOpenMatches, severityWith } from './open-matches.ts';

export interface InboxRequest {
  readonly unreadOnly: boolean;
  readonly limit: number;
  /** End of the previous page; null for the first page. */
  readonly after: Cursor | null;
  /** The most urgent first, then the newest; else the newest first. */
  readonly bySeverity: boolean;
}

export interface PickedInbox {
  readonly notices: readonly PickedNotice[];
  /** Start of the next page; null if this page is the last. */
  readonly next: Cursor | null;
  /** All unread notifications of the tenant. */
  readonly unread: number;
}

/**
 * Picks one page of the inbox, in its order. A read marker refers to the id of a notification, which is computed here only.
 * So for a tenant with read markers the whole inbox is read, and for any other just the page.
 */
export async function pickNotices(
  tables: TableReader,
  tenant: { readonly tenantId: string; readonly snapshot: TenantSnapshot },
  request: InboxRequest,
  readWhole: (snapshot: TenantSnapshot) => Promise<NoticeRows> = (snapshot) =>
    readNoticeRows(tables, snapshot, wholeInbox),
): Promise<PickedInbox> {
  const { readAt } = tenant.snapshot;
  const intakes = await rankedIntakes(tables, tenant.snapshot, request);
  const placeOf = (notice: PickedNotice): Cursor => cursorBehind(notice, request);
  const hasMarkers = readAt.size > 0;
  const isWhole = hasMarkers || request.limit === everyNotice;
  const page = { after: request.after, limit: request.limit + 1, bySeverity: request.bySeverity };
  const found = isWhole ? await readWhole(tenant.snapshot) : await readNoticeRows(tables, tenant.snapshot, page);
  const all = [...found.rows.map((row) => noticeOf(row, tenant)), ...intakes.map((one) => withMarker(one, readAt))];
  const isUnread = (notice: PickedNotice): boolean => notice.readAt === null;
  const unread = hasMarkers ? all.filter(isUnread).length : found.count + intakes.length;
  const listed = all
    .filter((notice) => (!request.unreadOnly || isUnread(notice)) && isBehind(placeOf(notice), request.after))
    .sort((a, b) => inOrder(placeOf(a), placeOf(b)))
    .slice(0, request.limit + 1);
  const notices = listed.slice(0, request.limit);
  const last = listed.length > request.limit ? notices.at(-1) : undefined;
  return {
    notices,
    next: last === undefined ? null : placeOf(last),
    unread,
  };
}

/** Intakes; in the order of severity as urgent as the matches that they name. */
async function rankedIntakes(
  tables: TableReader,
  { intakes }: TenantSnapshot,
  { bySeverity }: InboxRequest,
): Promise<readonly PickedNotice[]> {
  if (!bySeverity || intakes.length === 0) return intakes;
  const openMatches = await readOpenMatches(tables, intakes);
  return intakes.map((one) => ({ ...one, severity: severityWith(one, openMatches) }));
}

const cursorBehind = (
  { createdAt, sortId, severity }: PickedNotice,
  { bySeverity }: Pick<InboxRequest, 'bySeverity'>,
): Cursor => ({ createdAt, sortId, rank: bySeverity ? severityRank(severity) : 0 });

const isBehind = (place: Cursor, after: Cursor | null): boolean => after === null || inOrder(after, place) < 0;

const inOrder = (a: Cursor, b: Cursor): number =>
  a.rank - b.rank || b.createdAt - a.createdAt || (a.sortId === b.sortId ? 0 : a.sortId < b.sortId ? 1 : -1);

const withMarker = (notice: PickedNotice, readAt: TenantSnapshot['readAt']): PickedNotice => ({
  ...notice,
  readAt: readAt.get(notice.notificationId) ?? null,
});

/** The id of a notification: the version 5 UUID of `<tenant>|<change>`, or of `<tenant>|<group>` for verdicts of one cause. */
export const notificationIdOf = (tenantId: string, subjectId: string): string =>
  uuidV5(namespaces.notification, `${tenantId}|${subjectId}`);

function noticeOf(
  row: NoticeRow,
  { tenantId, snapshot }: { readonly tenantId: string; readonly snapshot: TenantSnapshot },
): PickedNotice {
  const { subjectId, assetId, createdAt, detectedAt, revision, kind, obligationId, notice: text, statement } = row;
  const notificationId = notificationIdOf(tenantId, subjectId);
  const isChange = kind === '';
  return {
    notificationId,
    sortId: subjectId,
    assetId,
    itemId: snapshot.items.get(assetId)?.itemId ?? '',
    createdAt,
    readAt: snapshot.readAt.get(notificationId) ?? null,
    change: isChange ? { id: subjectId, revision, detectedAt } : null,
    kind,
    reason: null,
    severity: severityOfRank(row.severityRank),
    ...(isChange ? {} : { obligation: { id: obligationId, text, statement } }),
  };
}
