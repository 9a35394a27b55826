import type { FeedCapture } from '../../../schemas/generated/records.ts';
import type { CassetteHeader } from '../../chain/cassette-header.ts';
import { aheadRefusal } from '../refusals.ts';
import type { ChainFeed } from './chain-feed.ts';
import type { ChainState } from './chain-state.ts';

/** Why a cassette must not be read, as a sentence; null when it may. `now`: its append time, milliseconds. */
export function chainRefusal(
  feed: ChainFeed,
  state: ChainState,
  { asOf }: Pick<FeedCapture, 'asOf'>,
  { chain, block, assets }: CassetteHeader,
  now: number,
): string | null {
  if (chain !== feed.chain) return `It is a reading of ${chain}, and ${feed.manifest.id} is of ${feed.chain}.`;
  const ahead = aheadRefusal(asOf, now);
  if (ahead !== null) return ahead;
  const ids = new Set<string>();
  for (const { assetId } of assets) {
    if (ids.has(assetId)) return `It names the asset ${assetId} twice.`;
    ids.add(assetId);
  }
  if (block === null) return null;
  if (asOf !== block.timestamp * 1000) {
    return `Its as-of ${new Date(asOf).toISOString()} is not the time of its block, ${new Date(block.timestamp * 1000).toISOString()}.`;
  }
  const last = state.block();
  if (last?.number === block.number && last.hash !== block.hash) {
    return `Block ${block.number} was final with the hash ${last.hash}, and has ${block.hash} now.`;
  }
  const older = assets.find(({ assetId }) => (state.asset(assetId)?.block ?? 0) > block.number);
  if (older === undefined) return null;
  const stated = state.asset(older.assetId)?.block ?? 0;
  return `Block ${block.number} goes back behind block ${stated}, at which ${older.assetId} was stated.`;
}
