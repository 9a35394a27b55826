import type { ArtifactStore } from '../../../infra/artifacts/store.ts';
import type { FeedCapture } from '../../../schemas/generated/records.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import type { AssetToRead, UnansweredHeader } from '../../chain/cassette-header.ts';
import { readTokens } from '../../chain/tokens.ts';
import { chainFeedId } from './chain-feeds.ts';
import { storeCassette } from './store-cassette.ts';

/** Assets of one capture: their header is one line of some 1.5 MB. */
const mostAssets = 10_000;

/**
 * Captures that answer for assets without a reading: no provider was asked, or the providers did not answer in full. `asOf`
 * in milliseconds.
 */
export async function unansweredCaptures(
  { slug, caip2, encoding }: Chain,
  assets: readonly AssetToRead[],
  { unanswered, asOf }: Pick<UnansweredHeader, 'unanswered'> & { readonly asOf: number },
  artifacts: Pick<ArtifactStore, 'put'>,
): Promise<readonly FeedCapture[]> {
  const plan = readTokens[encoding].plan ?? 'none';
  const common = { cassette: 1, chain: caip2, plan, block: null, providers: [], quorum: 0, swept: 0 } as const;
  const captures: FeedCapture[] = [];
  for (let at = 0; at < assets.length; at += mostAssets) {
    const header: UnansweredHeader = { ...common, assets: assets.slice(at, at + mostAssets), unanswered };
    const cassette = { header, exchanges: [] };
    captures.push(await storeCassette({ feed: chainFeedId(slug), cassette, asOf }, artifacts));
  }
  return captures;
}
