import type { AssetToRead, ChainBlock } from './cassette-header.ts';
import { evmPlan, evmPlanVersion } from './evm/plan.ts';
import type { Plan } from './exchange.ts';
import type { PlanResult } from './statement.ts';

/** Reads assets of a chain (CAIP-2 id) with their controllers at one block. */
export type ReadPlan = (chain: string, block: ChainBlock, assets: readonly AssetToRead[]) => Plan<PlanResult>;

/** Every plan that this program can run, by its version, which cassettes name. */
const readPlans: ReadonlyMap<string, ReadPlan> = new Map([[evmPlanVersion, evmPlan]]);

export const readPlanOf = (version: string): ReadPlan | undefined => readPlans.get(version);
