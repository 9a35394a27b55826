import type { AssetToRead, ChainBlock, ProofsAsked } from '../cassette-header.ts';
import type { Plan } from '../exchange.ts';
import type { GivenBefore } from '../given-before.ts';
import type { ProvingResult } from '../proven-facts.ts';
import type { PlanResult } from '../statement.ts';
import { stateRootOf } from './block-header.ts';
import { proveStates } from './prove-states.ts';
import { type HowToRead, readAssets } from './read-assets.ts';

/** Version of the plan: another one may ask and decode otherwise. */
export const evmPlanVersion = 'evm-3';

type Asked = [chain: string, block: ChainBlock, assets: readonly AssetToRead[]];
type Read = (...asked: [...Asked, given?: GivenBefore]) => Plan<PlanResult>;
type Prove = (...asked: [...Asked, proofs: ProofsAsked, given?: GivenBefore]) => Plan<ProvingResult>;
/** What a version of the plan does. */
type Version = Pick<HowToRead, 'lends' | 'enumerates'>;
type Depth = Omit<HowToRead, 'creators'>;

interface EvmPlans {
  /** Reads assets with their controllers at one block. */
  readonly read: Read;
  /**
   * Reads many contracts in one call. Holders that only logs or probes show are missing, so an authority may seem to have
   * no holder: use these states only to find assets that differ.
   */
  readonly sweep: Read;
  /** Reads, and then asks which facts the state root of the block proves, of all assets or of some ids. */
  readonly prove: Prove;
}

const reading = (how: Depth): Read =>
  function* read(chain, block, assets, { creators = [] } = {}) {
    const found = yield* readAssets(chain, block, assets, { ...how, creators });
    return 'refused' in found ? found : found.states;
  };

const proving = (how: Depth): Prove =>
  function* prove(chain, block, assets, proofs, { creators = [] } = {}) {
    const found = yield* readAssets(chain, block, assets, { ...how, creators });
    if ('refused' in found) return found;
    const { context, header, states, controllers } = found;
    const asked = proofs === true ? states : states.filter(({ assetId }) => proofs.includes(assetId));
    return { states, proofs: yield* proveStates(context, stateRootOf(header, block.hash), asked, controllers) };
  };

const plansWith = (version: Version): EvmPlans => ({
  read: reading({ depth: 'whole', ...version }),
  sweep: reading({ depth: 'survey', ...version }),
  prove: proving({ depth: 'whole', ...version }),
});

const newest = plansWith({ lends: true, enumerates: true });

/** The plans of each version. The first one probes each account by a request of its own. */
export const evmPlans: Readonly<Record<string, EvmPlans>> = {
  'evm-1': plansWith({ lends: false, enumerates: false }),
  'evm-2': plansWith({ lends: true, enumerates: false }),
  [evmPlanVersion]: newest,
};

export const evmPlan = newest.read;
export const evmProvingPlan = newest.prove;
