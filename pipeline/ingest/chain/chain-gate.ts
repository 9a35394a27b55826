import { hashOf } from '../../../schemas/values/hash.ts';
import type { HeldRound } from './chain-state.ts';
import type { FactToWrite } from './stated.ts';

/** Facts that would change, by asset id. */
export type DifferingFacts = ReadonlyMap<string, readonly FactToWrite[]>;

/** More changes in a round than chains ever show at once: a broken node is likelier. Both limits must be exceeded. */
const mostAssets = 20;
const mostShare = 0.05;

export interface GateResult {
  /** Why the round is rejected, as a sentence; null when it is accepted. */
  readonly failure: string | null;
  /** What a later round is compared with; null when nothing is held back. */
  readonly held: HeldRound | null;
}

/**
 * The gate of a round. A round that was rejected is accepted when one at a later block gives the same for the assets: a
 * node that is broken in passing does not.
 */
export function gateRound(
  differing: DifferingFacts,
  swept: number,
  block: number,
  held: HeldRound | undefined,
): GateResult {
  const isMany = (count: number): boolean => count > mostAssets && count > swept * mostShare;
  if (!isMany(differing.size)) return { failure: null, held: held ?? null };
  const assets = Object.fromEntries([...differing].map(([assetId, facts]) => [assetId, hashOf(facts)]));
  const isLater = held !== undefined && block > held.block;
  const unheld = Object.entries(assets).filter(([assetId, hash]) => held?.assets[assetId] !== hash);
  if (isLater && !isMany(unheld.length)) return { failure: null, held: null };
  const failure =
    `${differing.size} of ${swept} assets would change in one round; at most ${mostAssets} or ${mostShare * 100} % are ` +
    'accepted unless a later block gives the same.';
  // The same block again confirms nothing, and must not push the block to wait for further away.
  return { failure, held: held !== undefined && !isLater ? held : { block, assets } };
}
