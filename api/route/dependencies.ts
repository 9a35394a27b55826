import type { NoteUse } from '../readmodel/accounts/key-uses.ts';
import type { TrustedProxies } from './keys/client-address.ts';
import type { UrlSigner } from './http/signed-url.ts';
import type { KeyIds } from '../readmodel/memory/keys/key-ids.ts';
import type { AnsweredRequest } from './middleware/identity.ts';
import type { ReadModel, ReadModelDependencies } from '../readmodel/dependencies.ts';
import type { WebhookSender } from '../readmodel/webhooks/sender.ts';
import type { TableReader } from '../readmodel/tables/reader.ts';

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
  readonly version: () => { readonly name: string; readonly version: string; readonly commit: string | null };
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
  /** Origins whose scripts may read both interfaces; none by default. */
  readonly corsOrigins?: readonly string[];
}

export interface ApiDependencies extends ReadModelDependencies {
  /**
   * A separate queue of queries for key lookups, because every request waits for one. Behind other queries a key would be
   * found too late. `tables` by default.
   */
  readonly keyTables?: TableReader;
  readonly keyIds: KeyIds;
  /** Notes the last use of a key; absent in a process that does not. */
  readonly keyUsed?: NoteUse;
  /** A new request id, `req_<id>`. */
  readonly requestIds: () => string;
  readonly config: ApiConfig;
  readonly logos: Logos;
  /** How messages are sent to endpoints by hand, and which addresses may be one. */
  readonly webhookSender: WebhookSender;
  readonly urlSigner: UrlSigner;
  readonly health: Health;
  /** Recent median delay of the event loop, milliseconds. */
  readonly loopDelayMs: () => number;
  /** Called with every answer, for metrics. */
  readonly answered: (request: AnsweredRequest) => void;
}

/** What routes share: the dependencies of the API and the read model. */
export interface RouteDependencies extends ApiDependencies, ReadModel {}
