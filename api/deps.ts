import type { AccountCommand } from '../schemas/generated/records.ts';
import type { Logger } from '../infra/logger.ts';
import type { Outcomes } from './outcomes.ts';
import type { RegistryCache } from './registry-cache.ts';
import type { TableReader } from './table-reader.ts';

/** Where key holders' commands go. Resolves when the command is durable. */
export interface CommandSender {
  readonly send: (command: AccountCommand) => Promise<void>;
}

/** Health of the process, for the routes beside A and B. */
export interface Health {
  /** Parts that are not ready, by name. */
  readonly ready: () => { readonly ok: boolean; readonly failing: readonly string[] };
  readonly version: () => { readonly name: string; readonly version: string };
  /** What `GET /status.json` answers: feeds with last success, lag and next run. */
  readonly status: () => Promise<object>;
}

export interface ApiConfig {
  /** Bases of links, without a slash at the end. */
  readonly baseUrl: string;
  readonly explorerUrl: string;
  readonly publicPageBase: string;
  /** Validate every answer against its declaration; a mismatch is a 500. For tests and development. */
  readonly checkResponses: boolean;
}

export interface ApiDependencies {
  readonly tables: TableReader;
  readonly commands: CommandSender;
  readonly outcomes: Outcomes;
  readonly registry: RegistryCache;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** A new UUID. */
  readonly ids: () => string;
  /** A new request id, `req_<id>`. */
  readonly requestIds: () => string;
  readonly logger: Logger;
  readonly config: ApiConfig;
  readonly health: Health;
}
