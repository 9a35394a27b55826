import type { AssetToRead, ChainBlock, ProofsAsked } from './cassette-header.ts';
import { evmPlan, evmPlanVersion, evmProvingPlan } from './evm/plan.ts';
import type { Plan } from './exchange.ts';
import type { ProvingResult } from './proven-facts.ts';
import { solanaPlan, solanaPlanVersion } from './solana/plan.ts';
import type { AssetState, PlanResult } from './statement.ts';

/** Reads assets of a chain (CAIP-2 id) with their controllers at one block. */
export type ReadPlan = (chain: string, block: ChainBlock, assets: readonly AssetToRead[]) => Plan<PlanResult>;

/** Reads them, and then asks for proofs of the answers. */
export type ProvingPlan = (
  chain: string,
  block: ChainBlock,
  assets: readonly AssetToRead[],
  proofs: ProofsAsked,
) => Plan<ProvingResult>;

/** Every plan that this program can run, by its version, which cassettes name. */
const readPlans: ReadonlyMap<string, ReadPlan> = new Map<string, ReadPlan>([
  [evmPlanVersion, evmPlan],
  [solanaPlanVersion, solanaPlan],
]);

export const readPlanOf = (version: string): ReadPlan | undefined => readPlans.get(version);

/**
 * What providers must agree on. Nodes of Solana answer at slots of their own, so two that are right can state two supplies;
 * on other chains all read at one block.
 */
export const comparedStates = (version: string, states: readonly AssetState[]): readonly AssetState[] =>
  version === solanaPlanVersion
    ? states.map((state) => ({ ...state, facts: state.facts.filter(({ field }) => field !== 'supply') }))
    : states;

/** The plan that asks for proofs, too; undefined where the chain has none. */
export const provingPlanOf = (version: string): ProvingPlan | undefined =>
  version === evmPlanVersion ? evmProvingPlan : undefined;
