import type { TenantSnapshot, TenantSnapshots } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';

export interface SnapshotSource {
  readonly tables: Pick<TableReader, 'commandsInserted'>;
  readonly snapshots: Pick<TenantSnapshots, 'fresh'>;
}

/**
 * Fresh snapshots for an export, which is called for the first one after it has read where the changes end. The next export
 * begins there, so the end of an interval that was on the log by then must be among the rows.
 */
export function decidedSnapshots(
  tenantId: string,
  { tables, snapshots }: SnapshotSource,
): () => Promise<TenantSnapshot> {
  let isFirst = true;
  return async () => {
    const snapshot = await snapshots.fresh(tenantId);
    const hasOpen = [...snapshot.items.values()].some(({ hidden }) => hidden.some(([, to]) => to === null));
    const isLater = !isFirst;
    isFirst = false;
    if (isLater || !hasOpen || tables.commandsInserted === undefined) return snapshot;
    await tables.commandsInserted(tenantId);
    return snapshots.fresh(tenantId);
  };
}
