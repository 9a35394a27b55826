import type { AssetToRead, ChainBlock, ProofsAsked } from './cassette-header.ts';
import { evmPlan, evmPlanVersion, evmProvingPlan, evmSweepPlan } from './evm/plan.ts';
import type { Plan } from './exchange.ts';
import type { GivenBefore } from './given-before.ts';
import type { ProvingResult } from './proven-facts.ts';
import { solanaPlan, solanaPlanVersion, solanaSweepPlan } from './solana/plan.ts';
import type { AssetState, PlanResult } from './statement.ts';

/** Reads assets of a chain (CAIP-2 id) with their controllers at one block. */
export type ReadPlan = (
  chain: string,
  block: ChainBlock,
  assets: readonly AssetToRead[],
  given?: GivenBefore,
) => Plan<PlanResult>;

/** Reads them, and then asks for proofs of the answers. */
export type ProvingPlan = (
  chain: string,
  block: ChainBlock,
  assets: readonly AssetToRead[],
  proofs: ProofsAsked,
  given?: GivenBefore,
) => Plan<ProvingResult>;

interface Plans {
  readonly read: ReadPlan;
  /**
   * What shows that an asset differs, for a fraction of the requests: it asks no questions for each asset alone, such as
   * probes, logs and transactions. Its states are compared with one another and never stated.
   */
  readonly sweep: ReadPlan;
  /** Asks for proofs, too; absent where the chain has none. */
  readonly prove?: ProvingPlan;
}

/** Every plan that this program can run, by its version, which cassettes name. */
const plans: ReadonlyMap<string, Plans> = new Map<string, Plans>([
  [evmPlanVersion, { read: evmPlan, sweep: evmSweepPlan, prove: evmProvingPlan }],
  [solanaPlanVersion, { read: solanaPlan, sweep: solanaSweepPlan }],
]);

export const readPlanOf = (version: string): ReadPlan | undefined => plans.get(version)?.read;
export const sweepPlanOf = (version: string): ReadPlan | undefined => plans.get(version)?.sweep;

/**
 * What providers must agree on. Nodes of Solana answer at slots of their own, so two that are right can state two supplies;
 * on other chains all read at one block.
 */
export const comparedStates = (version: string, states: readonly AssetState[]): readonly AssetState[] =>
  version === solanaPlanVersion
    ? states.map((state) => ({ ...state, facts: state.facts.filter(({ field }) => field !== 'supply') }))
    : states;

/** The plan that asks for proofs, too; undefined where the chain has none. */
export const provingPlanOf = (version: string): ProvingPlan | undefined => plans.get(version)?.prove;
