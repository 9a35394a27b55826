import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';
import { mostHits, type SearchHit } from '../../memory/registry/search/ranks.ts';
import type { SearchResult } from './read.ts';
import { warningsOf } from './warnings.ts';

export interface SearchOptions {
  /** The text as it was given. */
  readonly text: string;
  /** Most hits to show. */
  readonly limit: number;
  readonly publicPageBase: string;
}

/** Answer of the search (conformance A-75). */
export const presentSearch = (
  { readAs, chain, hits, truncated, didYouMean }: SearchResult,
  { text, limit, publicPageBase }: SearchOptions,
  registry: Pick<RegistryReader, 'search'>,
): object => ({
  query: { text, read_as: readAs, chain_slug: chain?.slug ?? null },
  data: hits.slice(0, limit).map((hit) => presentHit(hit, publicPageBase, registry)),
  meta: {
    total: Math.min(hits.length, mostHits),
    truncated: truncated || hits.length > mostHits,
    did_you_mean: didYouMean,
  },
});

const presentHit = (
  { asset, match }: SearchHit<AssetSummary>,
  publicPageBase: string,
  registry: Pick<RegistryReader, 'search'>,
): object => ({
  asset_id: asset.assetId,
  caip19: `${asset.chain.caip2}/${asset.standard}:${asset.address}`,
  chain_slug: asset.chain.slug,
  address: asset.address,
  symbol: asset.symbol,
  name: asset.name,
  issuer: presentIssuer(asset),
  kyi_verified: asset.public,
  asset_url: asset.public
    ? `${publicPageBase}/verified-assets/${encodeURIComponent(asset.address)}/${asset.chain.slug}`
    : null,
  match,
  warnings: warningsOf(asset, registry),
});

const presentIssuer = ({ issuer }: AssetSummary): object | null =>
  issuer === null ? null : { name: issuer.name, legal_name: issuer.legalName, lei: issuer.lei };
