import type { EngineEpoch } from '../../../pipeline/sink/checkpoints/engine-epoch.ts';
import type { InsertOfLane } from './answer-insert.ts';

/** The tables as sink lanes fill them. */
export interface SinkTables {
  readonly tablesId: string;
  /** Epoch of the server of the tables; null for tables in this process. */
  readonly epoch: EngineEpoch | null;
  readonly insert: InsertOfLane;
}
