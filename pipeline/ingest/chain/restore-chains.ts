import type { Observation } from '../../../schemas/generated/records.ts';
import type { Input, KeyedState } from '../../runtime/processor.ts';
import type { ChainTable } from './chain-feed.ts';
import { blockOf } from './chain-observation.ts';
import { type ChainState, chainState } from './chain-state.ts';
import { afterWriting } from './stated.ts';

/** Order of the accepted captures of chains by the cassette that they hold, sha256 hex, with their feed. */
export type Cassettes = ReadonlyMap<string, { readonly rank: number; readonly feed: string }>;

/**
 * Restores which cassettes were accepted last, and what was stated of each asset from the observations that accepted captures caused. Imported observations of the
 * same chain name no such cassette. A round that the gate holds back is not restored: it must be given again by one block
 * more.
 */
export async function restoreChains(
  state: KeyedState,
  chains: ChainTable,
  cassettes: Cassettes,
  observations: AsyncIterable<Input<'observations'>>,
): Promise<void> {
  const states = new Map([...chains.keys()].map((feed) => [feed, chainState(state, feed)] as const));
  for (const [sha256, { feed }] of cassettes) states.get(feed)?.accept(sha256);
  // A fenced (zombie) owner may have written late what an earlier capture caused.
  const newest = new Map<string, number>();
  for await (const { value } of observations) {
    const cassette = cassettes.get(value.artifactId ?? '');
    const own = cassette === undefined ? undefined : states.get(cassette.feed);
    if (cassette === undefined || own === undefined) continue;
    if (cassette.rank < (newest.get(value.assetId) ?? 0)) continue;
    newest.set(value.assetId, cassette.rank);
    restoreOne(own, value);
  }
}

function restoreOne(state: ChainState, observation: Observation): void {
  const block = blockOf(observation);
  const last = state.asset(observation.assetId);
  state.putAsset(observation.assetId, afterWriting(last, [observation], block?.number ?? null));
  if (block !== null && block.number > (state.block()?.number ?? -1)) state.putBlock(block);
}
