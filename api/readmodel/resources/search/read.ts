import type { Chain } from '../../../../schemas/values/chains.ts';
import { chainAmong, type TokenText } from '../../../../schemas/values/token-text.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import type { AssetSummary, RegistryReader } from '../../memory/registry/index.ts';
import type { SearchHit } from '../../memory/registry/search/ranks.ts';
import type { IdentifiedAsset } from './queries.ts';
import { type Identifier, readIdentifier } from './read-identifier.ts';

/** Longest text that is searched for, in characters. */
export const longestSearch = 200;

/** What a search found, and how the text was read. */
export interface SearchResult {
  readonly readAs: Term<'searchReading'>;
  /** The chain that the text names; null without one. */
  readonly chain: Chain | null;
  /** In their order. An identifier finds all that have it, also those that are not public. */
  readonly hits: readonly SearchHit<AssetSummary>[];
  /** Whether words find more. */
  readonly truncated: boolean;
  /** Other texts that find something, where this one finds nothing. */
  readonly didYouMean: readonly string[];
}

export interface SearchDependencies {
  readonly registry: Pick<RegistryReader, 'atAddress' | 'byId' | 'search' | 'withCode'>;
  /** Assets that a DTI, a group identifier or an ISIN in capitals belongs to. */
  readonly byIdentifier: (code: string) => Promise<readonly IdentifiedAsset[]>;
}

/**
 * What a text finds: an identifier anywhere in it, else words of public assets. The one search of pages, commands and
 * `GET /kyi/v1/search`.
 */
export async function searchAssets(text: string, dependencies: SearchDependencies): Promise<SearchResult> {
  const wanted = text.slice(0, longestSearch).trim();
  const identifier = readIdentifier(wanted);
  const identified = identifier === null ? null : await byIdentifier(identifier, dependencies);
  return identified ?? byWords(wanted, dependencies.registry.search);
}

const found = (
  readAs: SearchResult['readAs'],
  assets: readonly AssetSummary[],
  chain: Chain | null = null,
): SearchResult => ({
  readAs,
  chain,
  hits: assets.filter(({ isWithdrawn }) => !isWithdrawn).map((asset) => ({ asset, match: 'identifier' })),
  truncated: false,
  didYouMean: [],
});

/** Null where the text is rather read as words. */
async function byIdentifier(
  identifier: Identifier,
  { registry, byIdentifier: readAssets }: SearchDependencies,
): Promise<SearchResult | null> {
  switch (identifier.kind) {
    case 'token':
      return byToken(identifier.token, registry);
    case 'lei':
    case 'did':
      return found(identifier.kind, registry.withCode(identifier.code));
    case 'uuid':
      return found(
        'uuid',
        [registry.byId(identifier.code)].flatMap((asset) => asset ?? []),
      );
    case 'slug': {
      const assets = registry.withCode(identifier.code);
      return assets.length === 0 ? null : found('slug', assets);
    }
    case 'dti':
    case 'isin': {
      const identified = await readAssets(identifier.code);
      const assets = identified.flatMap(({ assetId }) => registry.byId(assetId) ?? []);
      return found(identified[0]?.kind ?? identifier.kind, assets);
    }
  }
}

function byToken(
  { address, namespace, chain, otherChain }: TokenText,
  registry: Pick<RegistryReader, 'atAddress'>,
): SearchResult {
  const here = otherChain === null ? registry.atAddress(address) : [];
  const named = here.filter(
    (asset) => (chain === null || asset.chain === chain) && (namespace === null || asset.standard === namespace),
  );
  return found(namespace === null ? 'address' : 'caip19', named, chain);
}

function byWords(text: string, search: SearchDependencies['registry']['search']): SearchResult {
  const { chain, rest } = chainAmong(text.split(/\s+/u).filter((word) => word !== ''));
  if (chain !== null) {
    const narrowed = rest.length === 0 ? onChain(text, chain, search) : search.find(rest.join(' '), chain);
    if (narrowed.hits.length > 0) return { readAs: 'words', chain, ...narrowed, didYouMean: [] };
  }
  const all = search.find(text, null);
  return { readAs: 'words', chain: null, ...all, didYouMean: all.hits.length > 0 ? [] : search.didYouMean(text) };
}

/** Tokens of a chain, behind those that have its very name: "Plume" is a chain and a token. */
function onChain(text: string, chain: Chain, search: SearchDependencies['registry']['search']) {
  const namesakes = search.find(text, null).hits.filter(({ match }) => match === 'symbol' || match === 'name');
  const { hits, truncated } = search.onChain(chain);
  const ids = new Set(namesakes.map(({ asset }) => asset.assetId));
  return { hits: [...namesakes, ...hits.filter(({ asset }) => !ids.has(asset.assetId))], truncated };
}
