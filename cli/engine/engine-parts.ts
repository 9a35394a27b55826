import type { ArtifactStore } from '../../infra/artifacts/store.ts';
import type { Log } from '../../infra/log/log.ts';
import type { EmbeddedRegistry } from '../../infra/schema-registry/embedded.ts';
import type { OpenStateStore, StateStore } from '../../infra/state/store.ts';
import type { Codec } from '../../schemas/codec.ts';

/** The engines every role needs: log, state, schemas, artifacts. */
export interface Engine {
  readonly log: Log;
  /** State of the processors that run on this data directory. */
  readonly openStore: OpenStateStore;
  readonly codec: Codec;
  readonly artifacts: ArtifactStore;
  readonly processors: ProcessorsView;
  /** The registry of the embedded log, which `up` serves over HTTP; null when the schemas are in a registry by URL. */
  readonly schemas: EmbeddedRegistry | null;
  /** Ends the consumptions, waits for pending writes and closes everything that was opened. */
  readonly close: () => Promise<void>;
}

/** The processors and sink lanes, wherever they run. */
interface ProcessorsView {
  /** The positions of a processor. */
  readonly positionsOf: (name: string, environment: 'data' | 'accounts') => Promise<Positions>;
  /** Whether any process runs it. */
  readonly isRunning: (name: string) => Promise<boolean>;
}

/** Next offsets of the inputs, and what the runtime stores about global topics (`globalOffset`). */
export type Positions = Pick<StateStore, 'position' | 'get'>;
