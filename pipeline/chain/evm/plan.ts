import type { AssetToRead, ChainBlock, ProofsAsked } from '../cassette-header.ts';
import type { Plan } from '../exchange.ts';
import type { ProvingResult } from '../proven-facts.ts';
import type { PlanResult } from '../statement.ts';
import { stateRootOf } from './block-header.ts';
import { proveStates } from './prove-states.ts';
import { type HowToRead, readAssets } from './read-assets.ts';

/** Version of the plan: another one may ask and decode otherwise. */
export const evmPlanVersion = 'evm-2';

type Read = (chain: string, block: ChainBlock, assets: readonly AssetToRead[]) => Plan<PlanResult>;
type Prove = (...given: [...Parameters<Read>, proofs: ProofsAsked]) => Plan<ProvingResult>;

interface EvmPlans {
  /** Reads assets with their controllers at one block. */
  readonly read: Read;
  /**
   * Reads what one call answers for many contracts. Holders that only logs or probes show are missing, and authorities may
   * look as if no one had them: the states show a difference, and no more.
   */
  readonly sweep: Read;
  /** Reads, and then asks which facts the state root of the block proves, of all assets or of some ids. */
  readonly prove: Prove;
}

const reading = (how: HowToRead): Read =>
  function* read(chain, block, assets) {
    const found = yield* readAssets(chain, block, assets, how);
    return 'refused' in found ? found : found.states;
  };

const proving = (how: HowToRead): Prove =>
  function* prove(chain, block, assets, proofs) {
    const found = yield* readAssets(chain, block, assets, how);
    if ('refused' in found) return found;
    const { context, header, states, controllers } = found;
    const asked = proofs === true ? states : states.filter(({ assetId }) => proofs.includes(assetId));
    return { states, proofs: yield* proveStates(context, stateRootOf(header, block.hash), asked, controllers) };
  };

const plansWith = (lends: boolean): EvmPlans => ({
  read: reading({ depth: 'whole', lends }),
  sweep: reading({ depth: 'survey', lends }),
  prove: proving({ depth: 'whole', lends }),
});

/** The plans of each version. The first one probes each account by a request of its own. */
export const evmPlans: Readonly<Record<string, EvmPlans>> = {
  'evm-1': plansWith(false),
  [evmPlanVersion]: plansWith(true),
};

const newest = plansWith(true);
export const evmPlan = newest.read;
export const evmProvingPlan = newest.prove;
