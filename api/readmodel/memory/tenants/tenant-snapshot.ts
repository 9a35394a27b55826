import { RetryableError } from '../../../../infra/errors.ts';
import { severityOfRank } from '../../../../schemas/severity.ts';
import type { PickedNotice } from './notice.ts';
import { tablesOfTenant } from '../../tables/tenant-tables.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { createVersionedCache, type LoadedValue } from '../versioned-cache.ts';
import type { Versions } from '../versions.ts';

/** The rows of one tenant that decide which changes and notifications it may see, and whether they are new. */
export interface TenantSnapshot {
  /** By asset; removed items included. */
  readonly items: ReadonlyMap<string, SnapshotItem>;
  /** Assets of the items: those that the tenant's answers may contain. */
  readonly assetIds: readonly string[];
  /** The seen marker, milliseconds. */
  readonly seenAt: number;
  /** Notifications of ended intakes, in the order of the tenant's events. */
  readonly intakes: readonly (PickedNotice & { readonly seq: number })[];
  /** Read markers: milliseconds by notification id. */
  readonly readAt: ReadonlyMap<string, number>;
}

export interface SnapshotItem {
  readonly itemId: string;
  readonly isListed: boolean;
  readonly gathering: boolean;
  /** Sequence of the tenant's event that added it last. */
  readonly addSeq: number;
  /** Milliseconds. */
  readonly addedAt: number;
  /** Hidden intervals: from (inclusive) and to (exclusive), milliseconds; `to` is null while the item is hidden. */
  readonly hidden: readonly (readonly [number, number | null])[];
}

const itemsSql = `
SELECT w.asset_id AS assetId, w.item_id AS itemId, w.state AS state, w.current_add_seq AS addSeq,
  toUnixTimestamp64Milli(w.added_at) AS addedAt,
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
SELECT toUnixTimestamp64Milli(max(seen_at)) AS seenAt
FROM attestry.store_tenants FINAL
WHERE tenant_id = {tenantId:String}`;

const intakesSql = `
SELECT notice_id AS noticeId, asset_id AS assetId, item_id AS itemId, toUnixTimestamp64Milli(created_at) AS createdAt,
  toString(kind) AS kind, reason, severity_rank AS severityRank, seq
FROM attestry.store_intake_notices FINAL
WHERE tenant_id = {tenantId:String}
ORDER BY seq`;

const readSql = `
SELECT notification_id AS notificationId, toUnixTimestamp64Milli(read_at) AS readAt
FROM attestry.store_read_markers FINAL
WHERE tenant_id = {tenantId:String} AND read_at IS NOT NULL`;

interface ItemRow {
  readonly assetId: string;
  readonly itemId: string;
  readonly state: string;
  readonly addSeq: number;
  readonly addedAt: number;
  /** Milliseconds as text. */
  readonly spans: readonly (readonly [string, string | null])[];
}

interface IntakeRow {
  readonly noticeId: string;
  readonly assetId: string;
  readonly itemId: string;
  readonly createdAt: number;
  readonly kind: string;
  readonly reason: string | null;
  readonly severityRank: number;
  readonly seq: number;
}

interface MarkerRow {
  readonly notificationId: string;
  readonly readAt: number;
}

/** Snapshots by tenant, read again after a change of the tenant's rows. */
export interface TenantSnapshots {
  /** From the cache if no row of the tenant has changed, as far as this process knows. */
  readonly of: (tenantId: string) => Promise<TenantSnapshot>;
  /** At least as new as the call: where another process may have written, always read from the tables. */
  readonly fresh: (tenantId: string) => Promise<TenantSnapshot>;
  /** The same, but the last known one while the tables do not answer; RetryableError without one. */
  readonly freshOrKnown: (tenantId: string) => Promise<TenantSnapshot>;
  /**
   * Assets of the tenant. Also from the cache while the versions are not current: a change of the list is a version of the
   * tenant, and invalidates values that depend on an older list once it is found.
   */
  readonly assetIds: (tenantId: string) => Promise<readonly string[]>;
}

const mostSnapshots = 10_000;

export function createTenantSnapshots(
  tables: TableReader,
  versions: Pick<Versions, 'position' | 'tenantVersion' | 'current' | 'hasAllWrites' | 'isSettled'>,
  clock: () => number,
): TenantSnapshots {
  const cache = createVersionedCache<string, TenantSnapshot>({
    restsOn: {
      isReliable: () => true,
      position: versions.position,
      observe: (tenantId) => (since) => versions.tenantVersion(tenantId) <= since,
    },
    keyOf: (tenantId) => tenantId,
    versions,
    clock,
    most: mostSnapshots,
  });
  const loadOf = (tenantId: string) => async (): Promise<LoadedValue<TenantSnapshot>> => ({
    value: await readSnapshot(tables, tenantId),
    validUntil: Number.POSITIVE_INFINITY,
  });
  const read = (tenantId: string): Promise<TenantSnapshot> => cache.read(tenantId, loadOf(tenantId));
  const reload = (tenantId: string): Promise<TenantSnapshot> => cache.reload(tenantId, loadOf(tenantId));
  const isCurrent = (tenantId: string): boolean => versions.current() && versions.isSettled(tenantId);
  const fresh = (tenantId: string): Promise<TenantSnapshot> =>
    versions.hasAllWrites && isCurrent(tenantId) ? read(tenantId) : reload(tenantId);
  return {
    of: (tenantId) => (isCurrent(tenantId) ? read(tenantId) : reload(tenantId)),
    fresh,
    freshOrKnown: async (tenantId) => {
      try {
        return await fresh(tenantId);
      } catch (error) {
        const known = error instanceof RetryableError ? cache.last(tenantId) : null;
        if (known === null) throw error;
        return known;
      }
    },
    assetIds: async (tenantId) => (await read(tenantId)).assetIds,
  };
}

/** Reads the present rows of a tenant. */
export async function readSnapshot(allTables: TableReader, tenantId: string): Promise<TenantSnapshot> {
  const tables = tablesOfTenant(allTables, tenantId);
  const [items, tenants, intakes, markers] = await Promise.all([
    readRows<ItemRow>(tables, { sql: itemsSql, decode: { addSeq: Number, addedAt: Number } }, {}),
    readRows<{ readonly seenAt: number }>(tables, { sql: seenSql, decode: { seenAt: Number } }, {}),
    readRows<IntakeRow>(tables, { sql: intakesSql, decode: { createdAt: Number, seq: Number } }, {}),
    readRows<MarkerRow>(tables, { sql: readSql, decode: { readAt: Number } }, {}),
  ]);
  return {
    items: new Map(items.map((row) => [row.assetId, itemOf(row)])),
    assetIds: items.map(({ assetId }) => assetId),
    seenAt: tenants[0]?.seenAt ?? 0,
    intakes: intakes.map(intakeOf),
    readAt: new Map(markers.map(({ notificationId, readAt }) => [notificationId, readAt])),
  };
}

const itemOf = (row: ItemRow): SnapshotItem => ({
  itemId: row.itemId,
  isListed: row.state !== 'removed',
  gathering: row.state === 'gathering',
  addSeq: row.addSeq,
  addedAt: row.addedAt,
  hidden: row.spans.map(([from, to]) => [Number(from), to === null ? null : Number(to)] as const),
});

const intakeOf = ({ noticeId, severityRank, ...row }: IntakeRow): TenantSnapshot['intakes'][number] => ({
  ...row,
  notificationId: noticeId,
  sortId: noticeId,
  readAt: null,
  change: null,
  severity: severityOfRank(severityRank),
});
