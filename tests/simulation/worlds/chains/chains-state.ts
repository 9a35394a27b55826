import type { Codec } from '../../../../schemas/codec.ts';
import type { SimulatedProcess } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import type { MemoryArtifacts } from '../../ports/memory-artifacts.ts';
import type { Observer } from '../observer.ts';
import type { SimulatedChain } from './chain.ts';
import type { SimulatedNode } from './node.ts';

export interface ChainsSize {
  readonly nodes: number;
  /** Nodes, from the first on, that take code in calls. */
  readonly overrides: number;
  readonly assets: number;
  readonly changes: number;
  readonly blockMs: number;
  /** Blocks before the newest that are not final. */
  readonly depth: number;
  /** Blocks become final so many at once. */
  readonly epoch: number;
  readonly sweepMs: number;
  readonly rate: number;
  readonly calm: number;
}

export interface ChainsState {
  readonly simulation: Simulation;
  readonly size: ChainsSize;
  readonly codec: Codec;
  readonly artifacts: MemoryArtifacts;
  readonly observer: Observer;
  readonly chain: SimulatedChain;
  readonly nodes: readonly SimulatedNode[];
  /** Assets that are on the log. */
  readonly declared: Set<number>;
  process: SimulatedProcess | null;
}

export const chainSlug = 'ethereum';
export const assetIdOf = (n: number): string => `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`;
/** Number of an asset by its id. */
export const numberOf = (assetId: string): number => Number(assetId.slice(-12)) - 1;
export const nodeName = (n: number): string => `node-${n + 1}.example`;
