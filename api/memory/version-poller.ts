import { unusedPartition } from './log-offsets.ts';
import type { TableReader } from '../tables/reader.ts';

/** What has changed, by id. */
export interface ChangedIds {
  /** Assets with a new change, or a new record. */
  readonly assets: ReadonlySet<string>;
  /** Tenants whose watches, limit, keys or markers changed. */
  readonly tenants: ReadonlySet<string>;
}

/** News, and whether any of it was not seen at the look before: what may have a gap before it is news again and again. */
export interface PolledIds extends ChangedIds {
  readonly isUnseen: boolean;
}

/** News since the call before; the first call only learns where the tables are. */
export type VersionPoller = () => Promise<PolledIds>;

interface NewsRow {
  readonly kind: 'asset' | 'tenant';
  readonly id: string;
  readonly log_partition: number;
  readonly last_offset: string;
}

/**
 * Subjects of the rows behind the given offsets, one per log partition. The outcome of a command is the last row inserted
 * of all that it did, so it stands for the account tables.
 */
const newsSql = `
SELECT 'asset' AS kind, asset_id AS id, log_partition, max(log_offset) AS last_offset
FROM attestry.store_changes
WHERE toInt64(log_offset)
  > transform(log_partition, {assetPartitions:Array(UInt32)}, {assetOffsets:Array(Int64)}, toInt64(-1))
GROUP BY asset_id, log_partition
UNION ALL
SELECT 'tenant' AS kind, tenant_id AS id, log_partition, max(log_offset) AS last_offset
FROM attestry.store_command_outcomes
WHERE toInt64(log_offset)
  > transform(log_partition, {tenantPartitions:Array(UInt32)}, {tenantOffsets:Array(Int64)}, toInt64(-1))
GROUP BY tenant_id, log_partition`;

const endsSql = `
SELECT 'asset' AS kind, '' AS id, log_partition, max(log_offset) AS last_offset
FROM attestry.store_changes
GROUP BY log_partition
UNION ALL
SELECT 'tenant' AS kind, '' AS id, log_partition, max(log_offset) AS last_offset
FROM attestry.store_command_outcomes
GROUP BY log_partition`;

/** Reads which assets and tenants have new rows, in one query with a cursor per log partition. */
export function createVersionPoller(tables: TableReader): VersionPoller {
  const cursors = { asset: new Map<number, number>(), tenant: new Map<number, number>() } as const;
  const seen = new Map<string, number>();
  let placed = false;

  const look = (rows: readonly NewsRow[]): boolean => {
    let isUnseen = false;
    for (const { kind, log_partition: partition, last_offset } of rows) {
      const place = `${kind}/${partition}`;
      if (Number(last_offset) <= (seen.get(place) ?? -1)) continue;
      seen.set(place, Number(last_offset));
      isUnseen = true;
    }
    return isUnseen;
  };

  /** What may have a gap before it is asked for again, and is news again, until it has none. */
  const take = (rows: readonly NewsRow[], filled: ReadonlyMap<number, number> | undefined): void => {
    for (const row of rows) {
      const cursor = cursors[row.kind];
      const bound = filled === undefined || row.kind === 'tenant' ? Infinity : (filled.get(row.log_partition) ?? 0) - 1;
      const offset = Math.min(Number(row.last_offset), bound);
      if (offset > (cursor.get(row.log_partition) ?? -1)) cursor.set(row.log_partition, offset);
    }
  };

  return async () => {
    const filled = await tables.filledUpTo?.();
    if (!placed) {
      const ends = await tables.query<NewsRow>(endsSql, {});
      take(ends, filled);
      placed = true;
      return { assets: new Set(), tenants: new Set(), isUnseen: look(ends) };
    }
    const rows = await tables.query<NewsRow>(newsSql, {
      assetPartitions: [unusedPartition, ...cursors.asset.keys()],
      assetOffsets: [-1, ...cursors.asset.values()],
      tenantPartitions: [unusedPartition, ...cursors.tenant.keys()],
      tenantOffsets: [-1, ...cursors.tenant.values()],
    });
    take(rows, filled);
    const idsOf = (kind: NewsRow['kind']): ReadonlySet<string> =>
      new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
    return { assets: idsOf('asset'), tenants: idsOf('tenant'), isUnseen: look(rows) };
  };
}
