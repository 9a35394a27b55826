import type { Environment } from '../../schemas/topics.ts';
import type { FetchAttempt } from '../../pipeline/publishers/schedule.ts';
import type { ProcessorHealth } from '../../pipeline/runtime/role.ts';

/** Lanes of the sink, by the environment whose topics they carry. */
export type SinkLane = 'sink' | 'accounts-sink';

/** What runs in a worker thread, by itself or beside others. */
export interface WorkerPlan {
  /** Name of the thread. */
  readonly role: string;
  /** Names of processors, by the environment of their topics. */
  readonly processors: Readonly<Record<Environment, readonly string[]>>;
  readonly lane: SinkLane | null;
  /** Feed ids fetched on their schedule. */
  readonly scheduledFeeds: readonly string[];
  /** Nobody waits for what it does: other threads come first. */
  readonly background: boolean;
}

export interface WorkerStart extends WorkerPlan {
  /** Identity of the tables: a sink that filled others starts from the log's beginning. Empty without a sink lane. */
  readonly tablesId: string;
  /** Life of the server that has the tables; null where they are in this process. */
  readonly tablesLife: string | null;
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
  | { readonly type: 'fetchAttempt'; readonly attempt: FetchAttempt }
  | { readonly type: 'reading'; readonly reading: Reading }
  | {
      readonly type: 'insert';
      readonly id: number;
      readonly lane: SinkLane;
      readonly table: string;
      readonly columns: readonly string[];
      readonly body: Uint8Array;
    }
  | { readonly type: 'stopped' };

/** What the main thread says to a worker. */
export type ToWorker =
  | { readonly type: 'tables-life'; readonly life: string }
  | { readonly type: 'inserted'; readonly id: number; readonly error: InsertError | null }
  | { readonly type: 'stop' };

/** An insert's failure, with its class kept across the thread boundary. */
export interface InsertError {
  readonly retryable: boolean;
  readonly message: string;
}
