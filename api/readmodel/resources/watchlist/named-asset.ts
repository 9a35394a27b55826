import { ApiError } from '../../../errors.ts';
import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';
import { findTokens } from '../tokens/lookup.ts';
import { notInRegistry } from './watch.ts';

/** An asset to watch, by exactly one of three ways (conformance B-10). */
export interface NamedAsset {
  readonly assetId?: string;
  readonly caip19?: string;
  readonly address?: string;
  readonly chainSlug?: string;
}

/** The id of the asset; ApiError if no asset, or more than one public asset, is meant. */
export function assetIdOf(named: NamedAsset, registry: Pick<RegistryReader, 'atAddress'>): string {
  if (named.assetId !== undefined) return named.assetId.toLowerCase();
  const { caip19 = null, address = null, chainSlug = null } = named;
  const found = findTokens({ caip19, address, chainSlug }, registry);
  const candidates = found.filter((asset) => asset.public);
  if (candidates.length > 1) throw ambiguous(candidates);
  // One that is not public any more may be on the list already (B-12): the command decides.
  const [asset] = candidates.length === 0 && found.length === 1 ? found : candidates;
  if (asset === undefined) throw new ApiError('not_found', notInRegistry);
  return asset.assetId;
}

const ambiguous = (candidates: readonly AssetSummary[]): ApiError =>
  new ApiError('ambiguous_asset', 'Several public assets have this address: choose one by its caip19', {
    details: candidates
      .map(({ chain, standard, address }) => `${chain.caip2}/${standard}:${address}`)
      .sort()
      .map((reason) => ({ parameter: 'caip19', reason })),
  });
