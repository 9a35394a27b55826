import type { AssetSummary, RegistryReader } from '../../../api/readmodel/memory/registry/index.ts';
import type { SearchResult } from '../../../api/readmodel/resources/search/read.ts';
import { warningsOf } from '../../../api/readmodel/resources/search/warnings.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { chainName } from '../../labels/chains.ts';
import { addressesShown } from '../../labels/deployments.ts';
import { entityPath } from '../../labels/entity-path.ts';
import { issuersBySymbol } from '../../readers/symbols/issuers-by-symbol.ts';
import { type WorstPart, worstPart } from '../../readers/standing/standing-view.ts';
import { byWeight, type Standing } from '../../../api/readmodel/standing/standing.ts';
import type { FilesRead } from './queries.ts';

/** A token with the chains that it is deployed on. */
export interface TokenCard {
  readonly symbol: string;
  readonly name: string;
  readonly issuer: string;
  /** Of all its deployments. */
  readonly assetIds: readonly string[];
  /** Public tokens of how many issuers have this symbol. */
  readonly issuers: number;
  /** The first of them. */
  readonly chains: readonly Deployment[];
  /** Deployments that are not among them, and a page that lists them; null without such. */
  readonly more: { readonly count: number; readonly path: string } | null;
}

interface Deployment {
  readonly assetId: string;
  readonly name: string;
  /** Null for a token that is not verified: it has no page. */
  readonly path: string | null;
  /** Short address of a token that may be taken for another, or for another deployment on its chain; null for any other. */
  readonly address: string | null;
}

/** Deployments of one issuer under one ticker and name are one token, in the order of their first registration; chains by name. */
function tokenCards(
  assets: readonly AssetSummary[],
  issuersOf: Overview['issuersOf'],
  isMistakable: (asset: AssetSummary) => boolean = () => false,
): readonly TokenCard[] {
  const groups = new Map<string, AssetSummary[]>();
  for (const asset of assets) {
    const key = JSON.stringify([asset.public, asset.issuerName, asset.symbol, asset.name]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [asset]);
    else group.push(asset);
  }
  return [...groups.values()].map((group) => cardOf(group, issuersOf, isMistakable));
}

const cardOf = (
  group: readonly AssetSummary[],
  issuersOf: Overview['issuersOf'],
  isMistakable: (asset: AssetSummary) => boolean,
): TokenCard => {
  const [first] = group;
  const sorted = group.toSorted(byChainName);
  const addresses = addressesShown(sorted, isMistakable);
  const rest = sorted.length - mostDeployments;
  const path = first === undefined || first.issuer === null ? '/tokens' : entityPath(first.issuer);
  return {
    symbol: first?.symbol ?? '',
    name: first?.name ?? '',
    issuer: first?.issuerName ?? '',
    assetIds: sorted.map(({ assetId }) => assetId),
    issuers: issuersOf(first?.symbol ?? ''),
    more: rest > 0 ? { count: rest, path } : null,
    chains: sorted.slice(0, mostDeployments).map((asset, index) => ({
      assetId: asset.assetId,
      name: chainName(asset.chain.slug),
      path: asset.public ? assetPath(asset.address, asset.chain.slug) : null,
      address: addresses[index] ?? null,
    })),
  };
};

const byChainName = (a: AssetSummary, b: AssetSummary): number => {
  const [one, other] = [chainName(a.chain.slug), chainName(b.chain.slug)];
  return one < other ? -1 : one > other ? 1 : 0;
};

export interface HomeView {
  /** Null without a search. */
  readonly search: HomeSearch | null;
  readonly cards: readonly TokenCard[];
  /** The worst of how the deployments of each card are now, in the order of the cards. */
  readonly worst: readonly WorstPart[];
  /** Tokens that are not among the cards. */
  readonly more: number;
  readonly numbers: {
    readonly deployments: number;
    readonly tokens: number;
    readonly issuers: number;
    readonly chains: number;
  };
  /** Null if no file was read; `unknown` if they cannot be read now. */
  readonly files: FilesRead | 'unknown' | null;
}

export interface HomeSearch {
  readonly text: string;
  readonly isIdentifier: boolean;
  readonly didYouMean: readonly string[];
}

/** Deployments that a card has room for. */
const mostDeployments = 12;
/** Cards of one page: more would make it heavy, and the search finds the others. */
const mostCards = 60;

/** What the page shows of the whole registry. */
export interface Overview {
  readonly cards: readonly TokenCard[];
  readonly numbers: HomeView['numbers'];
  /** Of public tokens, how many issuers have a symbol. */
  readonly issuersOf: (symbol: string) => number;
}

/** @param assets those that the search finds */
export function overviewOf(assets: readonly AssetSummary[]): Overview {
  const issuersOf = issuersBySymbol(assets);
  const cards = tokenCards(assets, issuersOf);
  const numbers = {
    deployments: assets.length,
    tokens: cards.length,
    issuers: new Set(cards.map(({ issuer }) => issuer)).size,
    chains: new Set(assets.map(({ chain }) => chain.slug)).size,
  };
  return { cards: [...cards].sort(byIssuer), numbers, issuersOf };
}

const byIssuer = (a: TokenCard, b: TokenCard): number =>
  a.issuer === b.issuer ? 0 : a.issuer.toLowerCase() < b.issuer.toLowerCase() ? -1 : 1;

export interface HomeFacts {
  readonly searched: string;
  /** Null without a search. */
  readonly found: SearchResult | null;
  readonly overview: Overview;
  readonly files: HomeView['files'];
}

export function homeView(
  { searched, found, overview, files }: HomeFacts,
  standingOf: (assetId: string) => Standing,
  registry: Pick<RegistryReader, 'search'>,
): HomeView {
  const shown = shownCards({ found, overview }, (asset) => warningsOf(asset, registry).length > 0);
  const cards = shown.slice(0, mostCards);
  return {
    search:
      found === null ? null : { text: searched, isIdentifier: found.readAs !== 'words', didYouMean: found.didYouMean },
    cards,
    worst: cards.map(({ assetIds }) => worstOf(assetIds.map(standingOf))),
    more: Math.max(0, shown.length - mostCards),
    numbers: overview.numbers,
    files,
  };
}

const shownCards = (
  { found, overview }: Pick<HomeFacts, 'found' | 'overview'>,
  isMistakable?: (asset: AssetSummary) => boolean,
): readonly TokenCard[] =>
  found === null
    ? overview.cards
    : tokenCards(
        found.hits.map(({ asset }) => asset),
        overview.issuersOf,
        isMistakable,
      );

/** Deployments that the cards of a page are of. */
export const assetsShown = (facts: Pick<HomeFacts, 'found' | 'overview'>): readonly string[] =>
  shownCards(facts)
    .slice(0, mostCards)
    .flatMap(({ assetIds }) => assetIds);

function worstOf(standings: readonly Standing[]): WorstPart {
  const [worst] = standings.toSorted(byWeight);
  return worst === undefined ? { tone: 'open', text: 'Unknown' } : worstPart(worst);
}
