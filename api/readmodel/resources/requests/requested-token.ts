import { caip19Text, parseCaip19 } from '../../../../schemas/values/caip.ts';
import { chainByCaip2 } from '../../../../schemas/values/chains.ts';
import { toChecksumAddress } from '../../../../schemas/values/evm.ts';
import { encodingOf } from '../../../../schemas/values/token-text.ts';
import { refusedField } from '../../../errors.ts';
import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';
import { findTokens } from '../tokens/lookup.ts';

/**
 * The CAIP-19 of a token as the registry would have it, so that all requests for one token have the same. ApiError
 * `invalid_parameter` for another chain, another form of address, or one token of a collection.
 */
export function requestedCaip19(text: string): string {
  const id = parseCaip19(text.trim());
  if (id === null) throw refused('caip19 must be a valid CAIP-19 identifier');
  const chain = chainByCaip2(id.chain);
  if (chain === undefined) throw refused('caip19 names no chain of this registry');
  if (encodingOf(id.assetReference) !== chain.encoding) throw refused(`caip19 has no address of ${chain.name}`);
  if (id.tokenId !== null) throw refused('caip19 must name the whole collection, without the id of a token');
  const assetReference = chain.encoding === 'evm' ? toChecksumAddress(id.assetReference) : id.assetReference;
  return caip19Text({ ...id, assetReference });
}

const refused = (sentence: string) => refusedField('caip19', sentence);

/** The public asset that a request asked for; null while there is none. */
export const publicAssetOf = (caip19: string, registry: Pick<RegistryReader, 'atAddress'>): AssetSummary | null =>
  findTokens({ caip19, address: null, chainSlug: null }, registry).find((asset) => asset.public) ?? null;
