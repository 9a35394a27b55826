import { createVersionTracker, type VersionTracker } from '../../api/readmodel/memory/versions.ts';
import { createKeyIds, type FollowedKeyIds } from '../../api/readmodel/memory/keys/key-ids.ts';
import { createOutcomes, type Outcomes } from '../../api/readmodel/memory/command-outcomes.ts';
import { createRecent, type Recent } from '../../api/readmodel/memory/recent.ts';
import { createRegistryCache, type RegistryCache } from '../../api/readmodel/memory/registry/cache.ts';
import { withDeadline } from '../../api/readmodel/tables/deadline.ts';
import type { TableReader } from '../../api/readmodel/tables/reader.ts';
import type { Config } from '../../infra/config/config.ts';
import type { Logger } from '../../infra/logger.ts';

/** The API's in-memory copies of table content. */
export interface ApiCaches {
  readonly freshness: VersionTracker;
  readonly recent: Recent | null;
  readonly registry: RegistryCache;
  readonly outcomes: Outcomes;
  readonly keyIds: FollowedKeyIds;
  /** Refreshes them from the tables. */
  readonly refresh: () => Promise<void>;
}

export interface ApiCachesOptions {
  /** The lane for requests. */
  readonly tables: TableReader;
  /** A second lane to the same tables: polls that wait behind a queue of requests would return outdated rows. */
  readonly newsTables: TableReader;
  /** The lane for keys. */
  readonly keyTables: TableReader;
  readonly logger: Logger;
  readonly clock: () => number;
  /** Whether the sink runs in this process and pushes the rows it inserted. */
  readonly pushed: boolean;
  readonly config: Pick<Config, 'registryCache'>;
}

/**
 * Longest time between two polls where the sink reports what it inserted, milliseconds: only to find what it did not report.
 * An idle service that polls more often uses more CPU time for that than for all else.
 */
const restingMs = { records: 5_000, keyIds: 30_000 };

/** Creates the caches. They read nothing before `startApi`. */
export function createApiCaches(options: ApiCachesOptions): ApiCaches {
  const { tables, newsTables, keyTables, logger, clock, pushed, config } = options;
  const freshness = createVersionTracker({ tables: newsTables, logger, clock, hasAllWrites: pushed });
  const registry = createRegistryCache({
    tables: newsTables,
    recordTables: pushed ? tables : newsTables,
    logger,
    clock,
    pushed,
    served: freshness.recordsServed,
    most: config.registryCache,
    ...(pushed ? { pollMs: restingMs.records } : {}),
  });
  const outcomes = createOutcomes({
    tables: pushed ? tables : newsTables,
    clock,
    pushed,
    onFound: freshness.tenantsChanged,
  });
  const keyIds = createKeyIds({
    tables: withDeadline(keyTables),
    logger,
    ...(pushed ? { pollMs: restingMs.keyIds } : {}),
  });
  const refresh = async (): Promise<void> => {
    await Promise.all([registry.refresh(), freshness.refresh(), keyIds.refresh()]);
  };
  const recent = pushed ? createRecent(withDeadline(newsTables)) : null;
  return { freshness, recent, registry, outcomes, keyIds, refresh };
}
