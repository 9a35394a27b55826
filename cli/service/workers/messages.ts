import type { Environment, TopicName } from '../../../schemas/topics.ts';
import type { ChainHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import type { DocumentsSummary } from '../../../pipeline/publishers/documents/summary.ts';
import type { FetchAttempt } from '../../../pipeline/publishers/schedule.ts';
import type { TicksHealth } from '../../../pipeline/publishers/ticks/publish-ticks.ts';
import type { ProcessorHealth } from '../../../pipeline/runtime/role.ts';
import type { Move } from '../health/standstill/reported-parts.ts';
import type { Reading } from '../../engine/tables-client.ts';

/** Lanes of the sink; each carries the topics of one environment. */
export type SinkLane = 'sink' | 'accounts-sink';

/** The work of one thread. */
export interface WorkerPlan {
  /** Name of the thread. */
  readonly role: string;
  /** Names of processors, by the environment of their topics. */
  readonly processors: Readonly<Record<Environment, readonly string[]>>;
  readonly lane: SinkLane | null;
  /** Feed ids fetched on their schedule. */
  readonly scheduledFeeds: readonly string[];
  /** Whether it answers for assets on chains. */
  readonly chains: boolean;
  /** Whether it fetches the declared sources of assets. */
  readonly documents: boolean;
  /** Whether it begins the days. */
  readonly ticks: boolean;
  /** Runs at lower priority, because no client waits for its results. */
  readonly background: boolean;
}

export interface WorkerStart extends WorkerPlan {
  /**
   * Identity of the tables: a sink that filled other tables starts from the beginning of the log. Empty without a sink
   * lane.
   */
  readonly tablesId: string;
  /** Epoch of the server of the tables; null for tables in this process. */
  readonly tablesEpoch: string | null;
  /** Where the thread writes which record it works at. */
  readonly inHand: SharedArrayBuffer;
}

/** Messages of a worker to the main thread. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'health'; readonly health: ProcessorHealth }
  | { readonly type: 'log'; readonly line: string }
  /** The thread answers. Sent at an interval, with the commits of each processor since the start. */
  | { readonly type: 'pulse'; readonly commits: Readonly<Record<string, number>> }
  | { readonly type: 'moved'; readonly move: Move }
  | { readonly type: 'fetchAttempt'; readonly attempt: FetchAttempt }
  | { readonly type: 'chainHealth'; readonly health: ChainHealth }
  | { readonly type: 'documents'; readonly summary: DocumentsSummary }
  | { readonly type: 'ticks'; readonly health: TicksHealth }
  | { readonly type: 'reading'; readonly reading: Reading }
  | {
      readonly type: 'insert';
      readonly id: number;
      readonly lane: SinkLane;
      readonly table: string;
      readonly columns: readonly string[];
      readonly body: Uint8Array;
    }
  /** The lane has set the topics of `read-again` back and waits for `read-on`; or why it has not. */
  | { readonly type: 'set-back'; readonly error: string | null }
  | { readonly type: 'stopped' };

/** Messages of the main thread to a worker. */
export type ToWorker =
  | { readonly type: 'tables-epoch'; readonly epoch: string }
  | { readonly type: 'inserted'; readonly id: number; readonly error: InsertError | null }
  /** Sets topics of the lane back to their beginning. One at a time. */
  | { readonly type: 'read-again'; readonly topics: readonly TopicName[] }
  | { readonly type: 'read-on' }
  | { readonly type: 'stop' };

/** The error of an insert, with its class preserved across the thread boundary. */
export interface InsertError {
  readonly retryable: boolean;
  readonly message: string;
}
