import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { AssetState } from '../../../pipeline/chain/statement.ts';
import { openTestChain, type TestChain } from './contracts.ts';
import { type LiveState, readAssets, replayedStates } from './read-state.ts';

/** Assets of a test file, deployed together, made final, and read in one reading. */
export interface World extends LiveState {
  readonly chain: TestChain;
  readonly stateOf: (name: string) => AssetState | undefined;
  /** Whether the written and parsed cassette gives the same states, byte for byte. */
  readonly replaysAlike: () => boolean;
  /** States by the plan of another version, at the same block. */
  readonly statesBy: (version: string) => Promise<readonly AssetState[]>;
}

/** `build` deploys, and returns the address of each asset by a name. */
export async function openWorld(
  build: (chain: TestChain) => Promise<Readonly<Record<string, string>>>,
): Promise<World> {
  const chain = await openTestChain();
  const assets = await build(chain);
  await chain.finalize();
  const live = await readAssets(chain.anvil.provider(), Object.values(assets));
  return {
    ...live,
    chain,
    stateOf: (name) => live.states[Object.keys(assets).indexOf(name)],
    statesBy: async (version) => {
      const { block } = live.cassette.header;
      return (await readAssets(chain.anvil.provider(), Object.values(assets), block, version)).states;
    },
    replaysAlike: () => canonicalJson(live.states) === replayedStates(live.cassette),
  };
}
