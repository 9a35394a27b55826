import type { Versions } from './versions.ts';
import { isWithinMaxAge } from './staleness.ts';
import { createLru } from './lru.ts';
import type { TableReader } from '../tables/reader.ts';
import { tablesOfTenant } from '../tables/tenant-tables.ts';
import type { PickedNotice } from '../resources/notifications/queries.ts';
import type { LoggedChange } from './logged-change.ts';

/** What decides which changes a key holder may see, and when they are new: small, and altered by the key holder only. */
export interface TenantSnapshot {
  /** By asset. */
  readonly items: ReadonlyMap<string, SnapshotItem>;
  readonly seenAt: number;
  /** How the intakes ended, by sequence of the tenant's events. */
  readonly intakes: readonly (PickedNotice & { readonly seq: number })[];
  /** When a notification was read. */
  readonly readAt: ReadonlyMap<string, number>;
}

export interface SnapshotItem {
  readonly itemId: string;
  readonly isListed: boolean;
  readonly gathering: boolean;
  readonly addedAt: number;
  /** Hidden from, and to; null while hidden. */
  readonly spans: readonly (readonly [number, number | null])[];
}

const itemsSql = `
SELECT w.asset_id AS asset_id, w.item_id AS item_id, w.state AS state,
  toUnixTimestamp64Milli(w.added_at) AS added_at,
  arrayMap(span -> (toUnixTimestamp64Milli(span.1), toUnixTimestamp64Milli(span.2)), h.spans) AS spans
FROM attestry.store_watch_items AS w FINAL
LEFT JOIN (
  SELECT asset_id, groupArray((\`from\`, \`to\`)) AS spans
  FROM attestry.store_hidden_intervals FINAL
  WHERE tenant_id = {tenantId:String}
  GROUP BY asset_id
) AS h ON h.asset_id = w.asset_id
WHERE w.tenant_id = {tenantId:String}`;

const seenSql = `
SELECT toUnixTimestamp64Milli(max(seen_at)) AS seen_at
FROM attestry.store_tenants FINAL
WHERE tenant_id = {tenantId:String}`;

const intakesSql = `
SELECT notice_id, asset_id, item_id, toUnixTimestamp64Milli(created_at) AS created_at, toString(kind) AS kind, reason, seq
FROM attestry.store_intake_notices FINAL
WHERE tenant_id = {tenantId:String}
ORDER BY seq`;

const readSql = `
SELECT notification_id, toUnixTimestamp64Milli(read_at) AS read_at
FROM attestry.store_read_markers FINAL
WHERE tenant_id = {tenantId:String}`;

interface ItemRow {
  readonly asset_id: string;
  readonly item_id: string;
  readonly state: string;
  readonly added_at: string;
  readonly spans: readonly (readonly [string, string | null])[];
}

interface IntakeRow {
  readonly notice_id: string;
  readonly asset_id: string;
  readonly item_id: string;
  readonly created_at: string;
  readonly kind: string;
  readonly reason: string | null;
  readonly seq: string;
}

/** Views of key holders, read again after news about them. */
export interface TenantSnapshots {
  readonly of: (tenantId: string) => Promise<TenantSnapshot>;
}

interface KeptView {
  readonly position: number;
  readonly askedAt: number;
  readonly snapshot: Promise<TenantSnapshot>;
}

const mostViews = 10_000;

export function createTenantSnapshots(
  tables: TableReader,
  versions: Pick<Versions, 'position' | 'tenantVersion' | 'current' | 'hasAllWrites'>,
  clock: () => number,
): TenantSnapshots {
  const kept = createLru<string, KeptView>(mostViews);
  const holds = (tenantId: string, { position, askedAt }: KeptView, now: number): boolean =>
    versions.current() && isWithinMaxAge(now - askedAt, versions) && versions.tenantVersion(tenantId) <= position;
  return {
    of: (tenantId) => {
      const known = kept.get(tenantId);
      const askedAt = clock();
      if (known !== undefined && holds(tenantId, known, askedAt)) return known.snapshot;
      const position = versions.position();
      const snapshot = readSnapshot(tables, tenantId);
      kept.set(tenantId, { position, askedAt, snapshot });
      snapshot.catch(() => kept.delete(tenantId));
      return snapshot;
    },
  };
}

/** What a key holder has, as it now is. */
export async function readSnapshot(allTables: TableReader, tenantId: string): Promise<TenantSnapshot> {
  const tables = tablesOfTenant(allTables, tenantId);
  const [items, tenants, intakes, markers] = await Promise.all([
    tables.query<ItemRow>(itemsSql, {}),
    tables.query<{ readonly seen_at: string }>(seenSql, {}),
    tables.query<IntakeRow>(intakesSql, {}),
    tables.query<{ readonly notification_id: string; readonly read_at: string }>(readSql, {}),
  ]);
  return {
    items: new Map(items.map((row) => [row.asset_id, itemOf(row)])),
    seenAt: Number(tenants[0]?.seen_at ?? 0),
    intakes: intakes.map(intakeOf),
    readAt: new Map(markers.map((row) => [row.notification_id, Number(row.read_at)])),
  };
}

const itemOf = (row: ItemRow): SnapshotItem => ({
  itemId: row.item_id,
  isListed: row.state !== 'removed',
  gathering: row.state === 'gathering',
  addedAt: Number(row.added_at),
  spans: row.spans.map(([from, to]) => [Number(from), to === null ? null : Number(to)] as const),
});

const intakeOf = (row: IntakeRow): TenantSnapshot['intakes'][number] => ({
  notificationId: row.notice_id,
  sortId: row.notice_id,
  assetId: row.asset_id,
  itemId: row.item_id,
  createdAt: Number(row.created_at),
  readAt: null,
  change: null,
  kind: row.kind,
  reason: row.reason,
  seq: Number(row.seq),
});

type Moments = Pick<LoggedChange, 'detectedAt' | 'notableAt'>;

/**
 * Whether a change falls into a time that is hidden for good (conformance B-27), as the feed's query has it: when it was
 * detected, or when it was confirmed. What is nothing notable has no time for that but its newest revision's.
 */
export function isHidden(
  { spans }: SnapshotItem,
  change: Moments & Pick<LoggedChange, 'confirmed' | 'revisedAt'>,
): boolean {
  const { detectedAt, notableAt, confirmed, revisedAt } = change;
  const confirmedAt = notableAt ?? (confirmed ? revisedAt : null);
  return spans.some(([from, to]) =>
    [detectedAt, confirmedAt].some((time) => time !== null && time >= from && (to === null || time < to)),
  );
}

/** When a change became what it is to a reader: detected, or notable if that was later. */
export const newsTimeOf = ({ detectedAt, notableAt }: Moments): number => Math.max(detectedAt, notableAt ?? detectedAt);
