import type { ArtifactStore } from '../infra/artifacts/store.ts';
import type { Log } from '../infra/log/log.ts';
import type { EmbeddedRegistry } from '../infra/schema-registry/embedded.ts';
import type { OpenStateStore, StateStore } from '../infra/state/store.ts';
import type { Codec } from '../schemas/codec.ts';

/** The engines every role needs: log, state, schemas, artifacts. */
export interface Engine {
  readonly log: Log;
  /** State of the processors that run on this data directory. */
  readonly openStore: OpenStateStore;
  readonly codec: Codec;
  readonly artifacts: ArtifactStore;
  readonly processors: ProcessorsView;
  /** The registry of the embedded log, to be served to others; null when the log's schemas are in one by URL. */
  readonly schemas: EmbeddedRegistry | null;
  /** Ends the consumptions, waits for writes under way and closes what was opened. */
  readonly close: () => Promise<void>;
}

/** The processors and sink lanes, wherever they run. */
export interface ProcessorsView {
  /** How far one is. */
  readonly positionsOf: (name: string, environment: 'data' | 'accounts') => Promise<Positions>;
  /** Whether somebody runs it. */
  readonly isRunning: (name: string) => Promise<boolean>;
}

/** Next offsets of the inputs, and what the runtime keeps of global topics (`globalOffset`). */
export type Positions = Pick<StateStore, 'position' | 'get'>;
