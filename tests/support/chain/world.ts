import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { AssetState } from '../../../pipeline/chain/statement.ts';
import { type Change, changed } from './changed-provider.ts';
import { openTestChain, type TestChain } from './contracts.ts';
import { type LiveState, readAssets, replayedStates } from './read-state.ts';

/** Assets of a test file, deployed together, made final, and read in one reading. */
export interface World extends LiveState {
  readonly chain: TestChain;
  readonly stateOf: (name: string) => AssetState | undefined;
  /** Whether the written and parsed cassette gives the same states, byte for byte. */
  readonly replaysAlike: () => boolean;
  /** States by a node that lends no code, so that each account is asked by a request of its own, at the same block. */
  readonly statesAskedSingly: () => Promise<readonly AssetState[]>;
}

const refusesOverrides: Change = ({ method, params }) =>
  method === 'eth_call' && params.length > 2
    ? { kind: 'error', code: -32_602, message: 'too many arguments, want at most 2' }
    : undefined;

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
    statesAskedSingly: async () => {
      const { block } = live.cassette.header;
      return (await readAssets(changed(chain.anvil.provider(), refusesOverrides), Object.values(assets), block)).states;
    },
    replaysAlike: () => canonicalJson(live.states) === replayedStates(live.cassette),
  };
}
