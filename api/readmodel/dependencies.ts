import type { AccountCommand } from '../../schemas/generated/records.ts';
import type { Logger } from '../../infra/logger.ts';
import type { TenantTexts } from '../../infra/tenant-keys/tenant-texts.ts';
import { type ChangeCache, createChangeCache } from './memory/changes/change-cache.ts';
import type { Outcomes } from './memory/command-outcomes.ts';
import type { Recent } from './memory/recent.ts';
import type { RegistryCache } from './memory/registry/cache.ts';
import { createTenantSnapshots, type TenantSnapshots } from './memory/tenants/tenant-snapshot.ts';
import type { VersionTracker, Versions } from './memory/versions.ts';
import { type CoverageReader, createCoverageReader } from './coverage/reader.ts';
import type { CoverageSources } from './coverage/sources.ts';
import type { RegistryPort } from './registry/port.ts';
import { createStandingReader, type StandingReader, type StandingSources } from './standing/reader.ts';
import { withDeadline } from './tables/deadline.ts';
import type { TableReader } from './tables/reader.ts';

/** Appends commands of key holders to the log. Resolves when the commands are durable. */
interface CommandSender {
  /**
   * Commands of one tenant, which are decided in their order. `traceparent`: W3C Trace Context of the request.
   */
  readonly send: (commands: readonly AccountCommand[], traceparent: string | null) => Promise<void>;
}

/** What the read model reads, and where it appends commands. */
export interface ReadModelDependencies {
  readonly tables: TableReader;
  readonly commands: CommandSender;
  readonly outcomes: Outcomes;
  readonly registry: RegistryCache;
  /** What the operator declares. */
  readonly declarations: RegistryPort;
  readonly versions: Versions & Pick<VersionTracker, 'refresh'>;
  /** Null if another process inserts the changes. */
  readonly recent: Recent | null;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** A new UUID. */
  readonly ids: () => string;
  readonly logger: Logger;
  /** What standings of tokens are measured by. */
  readonly standings: StandingSources;
  /** What coverage of tokens is measured by. */
  readonly coverageSources: CoverageSources;
  /** Texts of key holders, encrypted under the key of their tenant. */
  readonly texts: TenantTexts;
  /** Aborted when the process is about to stop: endless answers must end. */
  readonly stopping: AbortSignal;
}

/** The dependencies with a deadline for queries, and the caches that pages and endpoints share. */
export interface ReadModel extends ReadModelDependencies {
  readonly changes: ChangeCache;
  readonly snapshots: TenantSnapshots;
  readonly standing: StandingReader;
  readonly coverage: CoverageReader;
}

export function createReadModel<D extends ReadModelDependencies>(dependencies: D): D & ReadModel {
  const tables = withDeadline(dependencies.tables);
  return {
    ...dependencies,
    tables,
    changes: createChangeCache(tables),
    snapshots: createTenantSnapshots(tables, dependencies.versions, dependencies.clock),
    standing: createStandingReader({ ...dependencies, tables }),
    coverage: createCoverageReader({ ...dependencies, tables }),
  };
}
