import type { AccountCommand } from '../schemas/generated/records.ts';
import type { Logger } from '../infra/logger.ts';
import type { TenantTexts } from '../infra/tenant-keys/tenant-texts.ts';
import type { VersionTracker, Versions } from './memory/versions.ts';
import type { TrustedProxies } from './guard/client-address.ts';
import type { AnsweredRequest } from './middleware/identity.ts';
import { type ChangeCache, createChangeCache } from './memory/change-cache.ts';
import { createTenantSnapshots, type TenantSnapshots } from './memory/tenant-snapshot.ts';
import { withDeadline } from './tables/deadline.ts';
import type { KeyIds } from './memory/key-ids.ts';
import type { Outcomes } from './memory/command-outcomes.ts';
import type { RecentChanges } from './memory/recent-changes.ts';
import type { RegistryCache } from './memory/registry/cache.ts';
import type { TableReader } from './tables/reader.ts';
import type { UrlSigner } from './http/signed-url.ts';

/** Appends commands of key holders to the log. Resolves when the command is durable. */
interface CommandSender {
  /** `traceparent`: W3C Trace Context of the request. */
  readonly send: (command: AccountCommand, traceparent: string | null) => Promise<void>;
}

/** Records that a processor has not read yet. */
export interface ProcessorLag {
  readonly name: string;
  readonly lag: number;
}

/** The answer of `GET /status.json`; pages read no more than the processors. */
export interface ServiceStatus extends Readonly<Record<string, unknown>> {
  readonly processors: readonly ProcessorLag[];
}

/** Health of the process, for the service routes. */
export interface Health {
  /** Parts that are not ready, by name. */
  readonly ready: () => { readonly ok: boolean; readonly failing: readonly string[] };
  readonly version: () => { readonly name: string; readonly version: string };
  /** The answer of `GET /status.json`: feeds with last success, lag and next run. */
  readonly status: () => Promise<ServiceStatus>;
}

/** Logos that the operator stored. */
export interface Logos {
  /** Bytes by their sha256; null if not stored. */
  readonly read: (sha256: string) => Promise<Buffer | null>;
}

export interface ApiConfig {
  /** Bases of links, without a slash at the end. */
  readonly baseUrl: string;
  readonly explorerUrl: string;
  readonly publicPageBase: string;
  /** Validate every answer against its declaration; a mismatch is a 500. For tests and development. */
  readonly checkResponses: boolean;
  /** Requests of a key; null for no limit. */
  readonly rateLimit: { readonly perMinute: number; readonly burst: number } | null;
  /** Longest that the opening of a stream waits for its turn, milliseconds; 15 s by default. */
  readonly longestWaitMs?: number;
  /** Proxies whose `X-Forwarded-For` is trusted; none by default. */
  readonly trustedProxies?: TrustedProxies;
}

export interface ApiDependencies {
  readonly tables: TableReader;
  /**
   * A separate queue of queries for key lookups, because every request waits for one. Behind other queries a key would be
   * found too late. `tables` by default.
   */
  readonly keyTables?: TableReader;
  readonly keyIds: KeyIds;
  readonly commands: CommandSender;
  readonly outcomes: Outcomes;
  readonly registry: RegistryCache;
  readonly versions: Versions & Pick<VersionTracker, 'refresh'>;
  /** Null if another process inserts the changes. */
  readonly recent: RecentChanges | null;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** A new UUID. */
  readonly ids: () => string;
  /** A new request id, `req_<id>`. */
  readonly requestIds: () => string;
  readonly logger: Logger;
  readonly config: ApiConfig;
  readonly logos: Logos;
  /** Texts of key holders, encrypted under the key of their tenant. */
  readonly texts: TenantTexts;
  readonly urlSigner: UrlSigner;
  readonly health: Health;
  /** Recent median delay of the event loop, milliseconds. */
  readonly loopDelayMs: () => number;
  /** Called with every answer, for metrics. */
  readonly answered: (request: AnsweredRequest) => void;
  /** Aborted when the process is about to stop: endless answers must end. */
  readonly stopping: AbortSignal;
}

/** What routes share: the dependencies of the API with a deadline for queries, and common caches. */
export interface RouteDependencies extends ApiDependencies {
  readonly changes: ChangeCache;
  readonly snapshots: TenantSnapshots;
}

export function routeDependencies(api: ApiDependencies): RouteDependencies {
  const tables = withDeadline(api.tables);
  return {
    ...api,
    tables,
    changes: createChangeCache(tables),
    snapshots: createTenantSnapshots(tables, api.versions, api.clock),
  };
}
