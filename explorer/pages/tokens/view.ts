import { ApiError } from '../../../api/errors.ts';
import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { Standing } from '../../../api/readmodel/standing/standing.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { chainName } from '../../labels/chains.ts';
import { shortAddress } from '../../labels/short-address.ts';
import type { VerdictTone } from '../../parts/verdict.tsx';
import { issuersBySymbol } from '../../readers/symbols/issuers-by-symbol.ts';
import { type WorstPart, worstPart } from '../../readers/standing/standing-view.ts';

/** How a token is now, as a filter of the list names it. */
export const standingNames = { adverse: 'not', open: 'open', good: 'yes' } as const satisfies Readonly<
  Record<string, VerdictTone>
>;
type StandingName = keyof typeof standingNames;

/** What the reader asks for. */
export interface TokensWanted {
  /** Slug; null for every chain. */
  readonly chain: string | null;
  readonly standing: StandingName | null;
  /** From 1. */
  readonly page: number;
}

interface TokenRow extends WorstPart {
  readonly assetId: string;
  readonly symbol: string;
  readonly name: string;
  readonly issuer: string;
  readonly chain: string;
  readonly address: string;
  readonly path: string;
  /** Issuers with this symbol; 1 where it names one alone. */
  readonly issuers: number;
}

export interface TokensView {
  readonly wanted: TokensWanted;
  readonly rows: readonly TokenRow[];
  readonly total: number;
  /** Pages of the list, at least 1. */
  readonly pages: number;
  readonly chains: readonly { readonly slug: string; readonly name: string }[];
}

/** Tokens on one page. */
const tokensOnPage = 50;

/** What the list has of the whole registry. */
interface TokenList {
  /** By issuer and name. */
  readonly sorted: readonly AssetSummary[];
  readonly chains: TokensView['chains'];
  readonly issuersOf: (symbol: string) => number;
}

/** @param assets those that the search finds */
export const tokenListOf = (assets: readonly AssetSummary[]): TokenList => ({
  sorted: assets.toSorted(byIssuerAndName),
  chains: [...new Set(assets.map((asset) => asset.chain.slug))]
    .map((slug) => ({ slug, name: chainName(slug) }))
    .sort((a, b) => compare(a.name, b.name)),
  issuersOf: issuersBySymbol(assets),
});

/** Throws ApiError `invalid_parameter`: the list never silently widens. */
export function tokensWanted(query: URLSearchParams, { chains }: Pick<TokenList, 'chains'>): TokensWanted {
  const [chain, standing, page] = [given(query, 'chain'), given(query, 'standing'), given(query, 'page') ?? '1'];
  if (chain !== null && !chains.some(({ slug }) => slug === chain)) throw refused('chain');
  if (standing !== null && !isStandingName(standing)) throw refused('standing');
  if (!/^[1-9]\d{0,5}$/.test(page)) throw refused('page');
  return { chain, standing, page: Number(page) };
}

/** A select that nothing was chosen in sends an empty text. */
const given = (query: URLSearchParams, name: string): string | null => {
  const text = query.get(name);
  return text === '' ? null : text;
};

const isStandingName = (text: string): text is StandingName => Object.hasOwn(standingNames, text);
const refused = (name: string): ApiError => new ApiError('invalid_parameter', `The list has no such ${name}`);

/** The tokens of the wanted chain, by issuer and name. */
export const tokensOf = ({ chain }: TokensWanted, { sorted }: Pick<TokenList, 'sorted'>): readonly AssetSummary[] =>
  chain === null ? sorted : sorted.filter((asset) => asset.chain.slug === chain);

const onPage = <T>(page: number, all: readonly T[]): readonly T[] =>
  all.slice((page - 1) * tokensOnPage, page * tokensOnPage);

/** Those of them whose standing has to be known: all for a filter of it, else those of the page. */
export const assetsToRead = ({ standing, page }: TokensWanted, ofChain: readonly AssetSummary[]): readonly string[] =>
  (standing === null ? onPage(page, ofChain) : ofChain).map(({ assetId }) => assetId);

/** @param ofChain the tokens of the wanted chain */
export function tokensView(
  wanted: TokensWanted,
  { chains, issuersOf, ofChain }: Omit<TokenList, 'sorted'> & { readonly ofChain: readonly AssetSummary[] },
  standingOf: (assetId: string) => Standing,
): TokensView {
  const { standing, page } = wanted;
  const isWanted = ({ assetId }: AssetSummary): boolean =>
    standing === null || worstPart(standingOf(assetId)).tone === standingNames[standing];
  const some = ofChain.filter(isWanted);
  const pages = Math.max(1, Math.ceil(some.length / tokensOnPage));
  if (page > pages) throw refused('page');
  return {
    wanted,
    total: some.length,
    pages,
    rows: onPage(page, some).map((asset) => ({
      assetId: asset.assetId,
      symbol: asset.symbol,
      name: asset.name,
      issuer: asset.issuerName ?? '',
      chain: chainName(asset.chain.slug),
      address: shortAddress(asset.address),
      path: assetPath(asset.address, asset.chain.slug),
      issuers: issuersOf(asset.symbol),
      ...worstPart(standingOf(asset.assetId)),
    })),
    chains,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byIssuerAndName = (a: AssetSummary, b: AssetSummary): number =>
  compare((a.issuerName ?? '').toLowerCase(), (b.issuerName ?? '').toLowerCase()) ||
  compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
  compare(a.symbol, b.symbol) ||
  compare(chainName(a.chain.slug), chainName(b.chain.slug)) ||
  compare(a.assetId, b.assetId);
