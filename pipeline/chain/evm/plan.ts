import type { AssetToRead, ChainBlock, ProofsAsked } from '../cassette-header.ts';
import type { Plan } from '../exchange.ts';
import type { GivenBefore } from '../given-before.ts';
import type { ProvingResult } from '../proven-facts.ts';
import type { PlanResult } from '../statement.ts';
import { stateRootOf } from './proofs/block-header.ts';
import { proveStates } from './proofs/prove-states.ts';
import { type HowToRead, readAssets } from './read-assets.ts';

/** Version of the plan: another one may ask and decode otherwise. */
export const evmPlanVersion = 'evm-4';

type ReadTarget = [chain: string, block: ChainBlock, assets: readonly AssetToRead[]];

const reading = (depth: HowToRead['depth']) =>
  function* read(
    ...[chain, block, assets, { creators = [] } = {}]: [...ReadTarget, given?: GivenBefore]
  ): Plan<PlanResult> {
    const found = yield* readAssets(chain, block, assets, { depth, creators });
    return 'refused' in found ? found : found.states;
  };

/** Reads assets with their controllers at one block. */
export const evmPlan = reading('whole');

/**
 * Reads many contracts in one call. Holders that only logs or probes show are missing, so an authority may seem to have
 * no holder: use these states only to find assets that differ.
 */
export const evmSweepPlan = reading('survey');

/** Reads, and then asks which facts the state root of the block proves, of all assets or of some ids. */
export function* evmProvingPlan(
  ...[chain, block, assets, proofs, { creators = [] } = {}]: [...ReadTarget, proofs: ProofsAsked, given?: GivenBefore]
): Plan<ProvingResult> {
  const found = yield* readAssets(chain, block, assets, { depth: 'whole', creators });
  if ('refused' in found) return found;
  const { context, header, states, controllers } = found;
  const asked = proofs === true ? states : states.filter(({ assetId }) => proofs.includes(assetId));
  return { states, proofs: yield* proveStates(context, stateRootOf(header, block.hash), asked, controllers) };
}
