import type { AccountCommand } from '../schemas/generated/records.ts';
import type { Logger } from '../infra/logger.ts';
import type { TenantTexts } from '../infra/tenant-keys/tenant-texts.ts';
import type { VersionTracker, Versions } from './memory/versions.ts';
import type { TrustedProxies } from './guard/client-address.ts';
import { type ChangeCache, createChangeCache } from './memory/change-cache.ts';
import { createTenantSnapshots, type TenantSnapshots } from './memory/tenant-snapshot.ts';
import { withDeadline } from './tables/deadline.ts';
import type { Outcomes } from './memory/command-outcomes.ts';
import type { RecentChanges } from './memory/recent-changes.ts';
import type { RegistryCache } from './memory/registry/cache.ts';
import type { TableReader } from './tables/reader.ts';
import type { UrlSigner } from './http/signed-url.ts';

/** Where key holders' commands go. Resolves when the command is durable. */
export interface CommandSender {
  /** `traceparent`: the trace that the command is part of. */
  readonly send: (command: AccountCommand, traceparent: string | null) => Promise<void>;
}

/** Health of the process, for the routes beside A and B. */
export interface Health {
  /** Parts that are not ready, by name. */
  readonly ready: () => { readonly ok: boolean; readonly failing: readonly string[] };
  readonly version: () => { readonly name: string; readonly version: string };
  /** What `GET /status.json` answers: feeds with last success, lag and next run. */
  readonly status: () => Promise<object>;
}

/** Logos that the operator has stored. */
export interface Logos {
  /** Bytes by their sha256; null when there are none. */
  readonly read: (sha256: string) => Promise<Buffer | null>;
}

export interface ApiConfig {
  /** Bases of links, without a slash at the end. */
  readonly baseUrl: string;
  readonly explorerUrl: string;
  readonly publicPageBase: string;
  /** Validate every answer against its declaration; a mismatch is a 500. For tests and development. */
  readonly checkResponses: boolean;
  /** Requests of a key; null is no limit. */
  readonly rateLimit: { readonly perMinute: number; readonly burst: number } | null;
  /** Who is believed about where requests come from; nobody when left out. */
  readonly trustedProxies?: TrustedProxies;
}

/** A request that was answered. */
export interface AnsweredRequest {
  /** Operation of the answer; null when no route matched. */
  readonly operationId: string | null;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface ApiDependencies {
  readonly tables: TableReader;
  /**
   * Another lane to the same tables for what every request waits for: behind a queue of queries a key would be found
   * too late for all of them. Left out, they share the one.
   */
  readonly keyTables?: TableReader;
  readonly commands: CommandSender;
  readonly outcomes: Outcomes;
  readonly registry: RegistryCache;
  readonly versions: Versions & Pick<VersionTracker, 'refresh'>;
  /** Null where changes are inserted by another process. */
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
  /** What key holders wrote, under the keys of their tenants. */
  readonly texts: TenantTexts;
  readonly urlSigner: UrlSigner;
  readonly health: Health;
  /** How late the event loop is, as a median of the last moments, milliseconds. */
  readonly loopDelayMs: () => number;
  /** Told of every answer, for metrics. */
  readonly answered: (request: AnsweredRequest) => void;
  /** Aborted when the process is about to end: answers without an end must end. */
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
