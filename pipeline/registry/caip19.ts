import type { RegistryAsset } from '../../schemas/generated/records.ts';
import { parseCaip19 } from '../../schemas/values/caip.ts';
import { type Chain, chainBySlug } from '../../schemas/values/chains.ts';

/** The chain of a registered asset. Throws on a slug that the import refuses. */
export function chainOf(asset: Pick<RegistryAsset, 'chain' | 'assetId'>): Chain {
  const chain = chainBySlug(asset.chain);
  if (chain === undefined) throw new Error(`asset ${asset.assetId} is on unknown chain ${asset.chain}`);
  return chain;
}

/** CAIP-19 asset type of an asset. */
export const caip19Of = (asset: Pick<RegistryAsset, 'chain' | 'assetId' | 'standard' | 'address'>): string =>
  `${chainOf(asset).caip2}/${asset.standard}:${asset.address}`;

/** Whether a CAIP-19 text names the asset, by its type or by one of its token ids (conformance ). */
export function namesAsset(text: string, asset: RegistryAsset): boolean {
  const named = parseCaip19(text);
  const chain = chainOf(asset);
  if (named?.chain !== chain.caip2 || named.assetNamespace !== asset.standard) return false;
  return chain.encoding === 'evm'
    ? named.assetReference.toLowerCase() === asset.address.toLowerCase()
    : named.assetReference === asset.address;
}
