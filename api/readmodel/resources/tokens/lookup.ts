import { type Caip19, parseCaip19 } from '../../../../schemas/values/caip.ts';
import { ApiError } from '../../../errors.ts';
import type { RegistryCache } from '../../memory/registry/cache.ts';
import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';
import type { RegistryEntry } from '../../memory/registry/records.ts';

/** One of the two forms of a lookup; absent parameters are null. */
export interface TokenQuery {
  readonly caip19: string | null;
  readonly address: string | null;
  readonly chainSlug: string | null;
}

/** The indexed assets of a lookup, with their records. */
export const lookUp = (
  query: TokenQuery,
  registry: Pick<RegistryCache, 'atAddress' | 'entries'>,
): Promise<readonly RegistryEntry[]> => indexedEntries(findTokens(query, registry), registry);

/** A withdrawn asset is not looked up: its issuer may be verified, it is not (conformance B-36). */
export const indexedEntries = async (
  assets: readonly AssetSummary[],
  registry: Pick<RegistryCache, 'entries'>,
): Promise<readonly RegistryEntry[]> =>
  (await registry.entries(assets)).filter(({ record }) => record.status !== 'withdrawn');

/** The assets of a lookup. It checks the combination of parameters before their form (conformance A-45 … A-51). */
export function findTokens(
  { caip19, address, chainSlug }: TokenQuery,
  registry: Pick<RegistryReader, 'atAddress'>,
): readonly AssetSummary[] {
  const hasAddress = address !== null && address !== '';
  if (caip19 !== null && (address !== null || chainSlug !== null)) {
    throw refuse('use either caip19, or address with optional chain_slug, not both');
  }
  if (caip19 !== null) return findByCaip19(caip19, registry);
  if (hasAddress) {
    return registry.atAddress(address).filter(({ chain }) => chainSlug === null || chain.slug === chainSlug);
  }
  throw refuse(
    chainSlug === null ? 'provide caip19, or address with optional chain_slug' : 'chain_slug requires address',
  );
}

function findByCaip19(text: string, registry: Pick<RegistryReader, 'atAddress'>): readonly AssetSummary[] {
  const id = parseCaip19(text);
  if (id === null) throw refuse('caip19 must be a valid CAIP-19 identifier');
  return registry
    .atAddress(id.assetReference)
    .filter(
      ({ chain, standard, decimals }) =>
        chain.caip2 === id.chain && standard === id.assetNamespace && namesWhatIsHeld(id, decimals),
    );
}

/** A token id names one token of a collection; the registry contains the collection (conformance A-58). */
const namesWhatIsHeld = (id: Caip19, decimals: number | null): boolean =>
  id.tokenId === null || collections.has(id.assetNamespace) || decimals === null;

const collections: ReadonlySet<string> = new Set(['erc721', 'erc1155', 'nft', 'xls20']);

const refuse = (message: string): ApiError => new ApiError('invalid_parameter', message);
