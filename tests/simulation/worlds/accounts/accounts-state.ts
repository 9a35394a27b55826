import type { TokenRequests } from '../../../../api/readmodel/resources/requests/requests.ts';
import type { WatchResult } from '../../../../api/readmodel/resources/watchlist/batch/watch-many.ts';
import type { TenantSnapshots } from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import type { CommandType } from '../../../../pipeline/accounts/commands.ts';
import type { RunningLane } from '../../../../pipeline/sink/run-lane.ts';
import type { Codec } from '../../../../schemas/codec.ts';
import type { AccountCommand, CommandOutcome } from '../../../../schemas/generated/records.ts';
import type { SimulatedProcess, SimulatedThread } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import type { MemoryTables } from '../../ports/memory-tables.ts';
import type { Observer } from '../observer.ts';

/** Sizes of the world. */
export interface AccountsSize {
  /** 1: the engine of the tables ends with the service. 0: a server of its own. */
  readonly embedded: number;
  /** 1: a second API process beside the service. */
  readonly serve: number;
  readonly tenants: number;
  readonly assets: number;
  /** Most watched assets of a tenant. */
  readonly limit: number;
  /** Operations of a client. */
  readonly operations: number;
  /** Clients of the first tenant; the others have one. */
  readonly clients: number;
  /** 0: a system that does not identify its boots. */
  readonly bootKnown: number;
  /** How long the engine works at an insert, typically; milliseconds. */
  readonly insertMs: number;
  /** 1: processes report that keys, which are some days old, are used. */
  readonly keyUses?: number;
  /** 1: clients send batches of assets to watch. */
  readonly batches?: number;
  /** 1: clients ask for tokens. */
  readonly requests?: number;
}

/** What a process answers. */
export interface ServiceApi {
  readonly give: (command: ClientCommand) => Promise<CommandOutcome>;
  /** Appends commands as they are: those that a client or a proxy sends again. */
  readonly append: (commands: readonly AccountCommand[]) => Promise<void>;
  readonly snapshots: TenantSnapshots;
  /** Puts assets on the list of a tenant; `ids` makes the ids of the commands. */
  readonly watchMany: (
    tenantId: string,
    assetIds: readonly string[],
    ids: () => string,
  ) => Promise<readonly WatchResult[]>;
  readonly requests: (ids: () => string) => TokenRequests;
}

export interface ClientCommand {
  readonly tenantId: string;
  readonly commandId: string;
  readonly type: CommandType;
  readonly body: object;
}

/** A process with an API; started again after each kill. */
export interface Service {
  readonly process: SimulatedProcess;
  readonly main: SimulatedThread;
  ready: boolean;
  api: ServiceApi | null;
}

export interface AccountsState {
  readonly simulation: Simulation;
  readonly size: AccountsSize;
  readonly codec: Codec;
  readonly tables: MemoryTables;
  readonly observer: Observer;
  readonly services: { up: Service | null; serve: Service | null };
  /** The sink's lane of account topics, in the life of the service that runs. */
  lane: RunningLane | null;
  /** Start of the server of the tables, seconds. */
  serverStart: number;
  /** When the clock of a service was set back, by a fault or by its start; virtual, milliseconds. */
  readonly clockSetBackAt: number[];
  /** Starts of the machine with an embedded engine. */
  boot: number;
  /** Numbers of the assets whose records are on the log. */
  readonly registered: Set<number>;
  readonly clients: ClientEvidence;
}

/** What the clients know. Keys are a tenant and a command id. */
export interface ClientEvidence {
  /** Commands that were given, whether or not they were answered. */
  readonly given: Set<string>;
  readonly acknowledged: Map<string, CommandOutcome>;
  readonly batches: GivenBatch[];
  /** CAIP-19 of the tokens that have become public. */
  readonly publicTokens: Set<string>;
  /** Clients that are not done. */
  left: number;
}

/** The commands of one batch, in the order of its entries. */
export interface GivenBatch {
  readonly tenantId: string;
  readonly commandIds: readonly string[];
  isAnswered: boolean;
}

export const noEvidence = (): ClientEvidence => ({
  given: new Set(),
  acknowledged: new Map(),
  batches: [],
  publicTokens: new Set(),
  left: 0,
});

export const commandKey = (tenantId: string, commandId: string): string => `${tenantId} ${commandId}`;
export const assetIdOf = (asset: number): string => `a55e7000-0000-4000-8000-${String(asset).padStart(12, '0')}`;
export const tenantIdOf = (tenant: number): string => `d2f1f7f0-0000-4000-8000-${String(tenant).padStart(12, '0')}`;

/** Processors of the world, with what each reads. */
export const readersOfWorld = [
  ['accounts', 'accounts.commands'],
  ['intake', 'accounts.events'],
  ['accounts-sink', 'accounts.events'],
] as const;
