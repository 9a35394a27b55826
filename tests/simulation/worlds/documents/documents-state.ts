import type { ProfileTable } from '../../../../pipeline/documents/reading/profiles/profile-table.ts';
import type { Codec } from '../../../../schemas/codec.ts';
import type { SimulatedProcess } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import type { MemoryArtifacts } from '../../ports/memory-artifacts.ts';
import type { Observer } from '../observer.ts';
import type { Site } from './site.ts';

export interface DocumentsState {
  readonly simulation: Simulation;
  readonly codec: Codec;
  readonly artifacts: MemoryArtifacts;
  readonly observer: Observer;
  readonly profiles: ProfileTable['profiles'];
  readonly sites: readonly Site[];
  /** Hashes of the texts that a reader has made of whole documents. */
  readonly wholeReadings: Set<string>;
  /** Hashes of the bytes that the publisher gave to a reader since it last requested their document. */
  readonly readForRequest: Set<string>;
  process: SimulatedProcess | null;
  /** Hours that passed apart from virtual time, for every clock; milliseconds. */
  passedMs: number;
}

export const hourMs = 3_600_000;
export const sourceId = 'terms';
