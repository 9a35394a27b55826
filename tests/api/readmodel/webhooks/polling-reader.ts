/** Streams of tenants over tables that other processes fill. */
import { createChangeCache } from '../../../../api/readmodel/memory/changes/change-cache.ts';
import {
  createTenantSnapshots,
  type TenantSnapshots,
} from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { createEventReader, type EventReader } from '../../../../api/readmodel/resources/stream/read-events.ts';
import type { TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { type ApiCaches, createApiCaches } from '../../../../cli/service/api-caches.ts';
import type { Logger } from '../../../../infra/logger.ts';

export interface PollingReader {
  readonly reader: EventReader;
  readonly outcomes: ApiCaches['outcomes'];
  readonly snapshots: TenantSnapshots;
  readonly versions: ApiCaches['freshness'];
  readonly stop: () => Promise<void>;
}

/** As in `attestry run deliver`: what another process inserted is found by polls. */
export async function openPollingReader(
  tables: TableReader,
  logger: Logger,
  clock: () => number,
): Promise<PollingReader> {
  const { freshness, outcomes, recent, registry } = createApiCaches({
    tables,
    newsTables: tables,
    keyTables: tables,
    logger,
    clock,
    pushed: false,
    config: { registryCache: 1_000 },
  });
  await registry.start();
  await freshness.start();
  const snapshots = createTenantSnapshots(tables, freshness, clock);
  const store = createChangeCache(tables);
  return {
    outcomes,
    snapshots,
    versions: freshness,
    reader: createEventReader({ tables, registry, versions: freshness, recent, snapshots, store }),
    stop: async () => {
      await freshness.stop();
      await registry.stop();
    },
  };
}
