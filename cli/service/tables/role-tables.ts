import type { Tables } from '../../../infra/clickhouse/tables.ts';
import type { EngineEpoch } from '../../../pipeline/sink/checkpoints/engine-epoch.ts';
import type { WorkerDeps } from '../workers/workers.ts';

/** The tables as sink lanes fill them. */
export interface SinkTables {
  readonly tablesId: string;
  /** Epoch of the server of the tables; null for tables in this process. */
  readonly epoch: EngineEpoch | null;
  readonly insert: WorkerDeps['insert'];
}

/** The lanes of the background jobs. */
export interface JobTables {
  readonly housekeeping: Pick<Tables, 'query'>;
  readonly accounts: Pick<Tables, 'query'>;
}
