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

/** The assets that are meant: one, several public ones, or none that could be watched. */
export type MeantAssets =
  | { readonly kind: 'one'; readonly assetId: string }
  | { readonly kind: 'several'; readonly candidates: readonly AssetSummary[] }
  | {
      readonly kind: 'none';
      /** Whether there are such assets, none of them public. */
      readonly isRegistered: boolean;
    };

/** ApiError for a CAIP-19 that is none. */
export function meantBy(named: NamedAsset, registry: Pick<RegistryReader, 'atAddress'>): MeantAssets {
  if (named.assetId !== undefined) return { kind: 'one', assetId: named.assetId.toLowerCase() };
  const { caip19 = null, address = null, chainSlug = null } = named;
  return meantAmong(findTokens({ caip19, address, chainSlug }, registry));
}

/** What is meant by an identifier that these assets have. */
export function meantAmong(found: readonly AssetSummary[]): MeantAssets {
  const candidates = found.filter((asset) => asset.public);
  if (candidates.length > 1) return { kind: 'several', candidates };
  // One that is not public any more may be on the list already (B-12): the command decides.
  const [asset] = candidates.length === 0 && found.length === 1 ? found : candidates;
  if (asset !== undefined) return { kind: 'one', assetId: asset.assetId };
  return { kind: 'none', isRegistered: found.some(({ isWithdrawn }) => !isWithdrawn) };
}

/** The id of the asset; ApiError if no asset, or more than one public asset, is meant. */
export function assetIdOf(named: NamedAsset, registry: Pick<RegistryReader, 'atAddress'>): string {
  const meant = meantBy(named, registry);
  if (meant.kind === 'several') throw ambiguous(meant.candidates);
  if (meant.kind === 'none') throw new ApiError('not_found', notInRegistry);
  return meant.assetId;
}

export const severalMatch = 'Several public assets have this address: choose one by its caip19';

export const caip19Of = ({ chain, standard, address }: AssetSummary): string => `${chain.caip2}/${standard}:${address}`;

const ambiguous = (candidates: readonly AssetSummary[]): ApiError =>
  new ApiError('ambiguous_asset', severalMatch, {
    details: candidates
      .map(caip19Of)
      .sort()
      .map((reason) => ({ parameter: 'caip19', reason })),
  });
