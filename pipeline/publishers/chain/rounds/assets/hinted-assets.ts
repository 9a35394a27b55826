import type { ChainBlock } from '../../../../chain/cassette-header.ts';
import type { ChainFamily } from '../providers/chain-family.ts';
import type { FollowedAsset } from './followed-assets.ts';
import type { ChainProvider } from '../providers/provider-set.ts';
import { lastStatement } from './asset-memory.ts';
import type { RoundState } from './round-state.ts';

export interface HintedRequest {
  readonly family: ChainFamily;
  readonly state: RoundState;
  readonly assets: readonly FollowedAsset[];
  readonly block: ChainBlock;
  readonly providers: readonly ChainProvider[];
}

export interface HintedAssets {
  readonly assetIds: ReadonlySet<string>;
  /** Hints are known up to this block; null: they were not asked for. */
  readonly upTo: number | null;
}

const none: ReadonlySet<string> = new Set();

/** Assets whose contract, or an account that controls it, has logged something since the last hints. */
export async function hintedAssets(request: HintedRequest, signal: AbortSignal): Promise<HintedAssets> {
  const { family, state, assets, block, providers } = request;
  if (family.hints === null) return { assetIds: none, upTo: null };
  const before = state.hintedUpTo();
  // A sweep reads no logs: after a gap, what follows from them is read in full.
  const afterGap = (): HintedAssets => ({ assetIds: withRoles(state, assets), upTo: block.number });
  if (before === null) return afterGap();
  if (before >= block.number) return { assetIds: none, upTo: null };
  if (assets.length === 0) return { assetIds: none, upTo: block.number };
  const accountsOf = ({ assetId }: FollowedAsset): readonly string[] =>
    lastStatement(state.asset(assetId))?.accounts ?? [];
  const watched = (): ReadonlySet<string> => new Set(assets.flatMap((asset) => [asset.address, ...accountsOf(asset)]));
  for (const provider of providers) {
    const found = await family.hints(provider, { from: before + 1, to: block, watched }, signal);
    if (found === null) continue;
    const mayName = state.outlines.mayName(found);
    const isHinted = (asset: FollowedAsset): boolean =>
      found.has(asset.address) || (mayName(asset.assetId) && accountsOf(asset).some((one) => found.has(one)));
    const hinted = found.size === 0 ? [] : assets.filter(isHinted);
    return { assetIds: new Set(hinted.map(({ assetId }) => assetId)), upTo: block.number };
  }
  // Not asked for again: the sweep finds what else changed.
  return afterGap();
}

const withRoles = (state: RoundState, assets: readonly FollowedAsset[]): ReadonlySet<string> =>
  new Set(assets.map(({ assetId }) => assetId).filter((assetId) => state.outlines.of(assetId).hasRoles));
