import type { FeedLook } from '../../pipeline/publishers/schedule.ts';
import type { ProcessorHealth } from '../../pipeline/runtime/role.ts';

/** Roles that run in worker threads of `attestry up`. */
export type WorkerRole = 'data' | 'accounts' | 'sink';

export interface WorkerStart {
  readonly role: WorkerRole;
  /** Identity of the tables: a sink that filled others starts from the log's beginning. */
  readonly tablesId: string;
  /** Feed ids fetched on their schedule. */
  readonly scheduledFeeds: readonly string[];
}

/** How far a file is read that takes long. */
export interface Reading {
  readonly sha256: string;
  readonly records: number;
}

/** What a worker says to the main thread. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'health'; readonly health: ProcessorHealth }
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'look'; readonly look: FeedLook }
  | { readonly type: 'reading'; readonly reading: Reading }
  | {
      readonly type: 'insert';
      readonly id: number;
      readonly lane: 'accounts' | 'sink';
      readonly table: string;
      readonly columns: readonly string[];
      readonly body: Uint8Array;
    }
  | { readonly type: 'stopped' };

/** What the main thread says to a worker. */
export type ToWorker =
  | { readonly type: 'inserted'; readonly id: number; readonly error: InsertError | null }
  | { readonly type: 'stop' };

/** An insert's failure, with its class kept across the thread boundary. */
export interface InsertError {
  readonly retryable: boolean;
  readonly message: string;
}
