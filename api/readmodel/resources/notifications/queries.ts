import { severityOfRank, severityRank } from '../../../../schemas/severity.ts';
import { namespaces, uuidV5 } from '../../../../schemas/values/hash.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';
import { readOpenMatches, severityWith } from './open-matches.ts';
import { type Cursor, everyNotice, type GroupRow, type Groups, readGroups, wholeInbox } from './groups.ts';

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
 * So a tenant with read markers gets its groups whole, and any other just those of the page.
 */
export async function pickNotices(
  tables: TableReader,
  tenant: { readonly tenantId: string; readonly snapshot: TenantSnapshot },
  request: InboxRequest,
  readWhole: (snapshot: TenantSnapshot) => Promise<Groups> = (snapshot) => readGroups(tables, snapshot, wholeInbox),
): Promise<PickedInbox> {
  const { readAt } = tenant.snapshot;
  const intakes = await rankedIntakes(tables, tenant.snapshot, request);
  const placeOf = (notice: PickedNotice): Cursor => cursorBehind(notice, request);
  const hasMarkers = readAt.size > 0;
  const isWhole = hasMarkers || request.limit === everyNotice;
  const page = { after: request.after, limit: request.limit + 1, bySeverity: request.bySeverity };
  const groups = isWhole ? await readWhole(tenant.snapshot) : await readGroups(tables, tenant.snapshot, page);
  const all = [...groups.rows.map((row) => noticeOf(row, tenant)), ...intakes.map((one) => withMarker(one, readAt))];
  const isUnread = (notice: PickedNotice): boolean => notice.readAt === null;
  const unread = hasMarkers ? all.filter(isUnread).length : groups.count + intakes.length;
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

/** The id of the notification of a group: the version 5 UUID of `<tenant>|<group>`. */
export const notificationIdOf = (tenantId: string, groupId: string): string =>
  uuidV5(namespaces.notification, `${tenantId}|${groupId}`);

function noticeOf(
  row: GroupRow,
  { tenantId, snapshot }: { readonly tenantId: string; readonly snapshot: TenantSnapshot },
): PickedNotice {
  const notificationId = notificationIdOf(tenantId, row.group_id);
  const isChange = row.kind === '';
  return {
    notificationId,
    sortId: row.group_id,
    assetId: row.asset_id,
    itemId: snapshot.items.get(row.asset_id)?.itemId ?? '',
    createdAt: Number(row.created_at),
    readAt: snapshot.readAt.get(notificationId) ?? null,
    change: isChange ? { id: row.change_id, revision: row.revision, detectedAt: Number(row.detected_at) } : null,
    kind: row.kind,
    reason: null,
    severity: severityOfRank(row.severity_rank),
    ...(isChange ? {} : { obligation: { id: row.change_id, text: row.notice } }),
  };
}
