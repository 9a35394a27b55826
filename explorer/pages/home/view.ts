import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { chainName } from '../../labels/chains.ts';
import type { FilesRead } from './queries.ts';

/** A token with the chains that it is deployed on. */
export interface TokenCard {
  readonly symbol: string;
  readonly name: string;
  readonly issuer: string;
  readonly chains: readonly { readonly name: string; readonly path: string }[];
}

/** Deployments of one issuer under one ticker and name are one token, in the order of their first registration. */
function tokenCards(assets: readonly AssetSummary[]): readonly TokenCard[] {
  const groups = new Map<string, AssetSummary[]>();
  for (const asset of assets) {
    const key = JSON.stringify([asset.issuerName, asset.symbol, asset.name]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [asset]);
    else group.push(asset);
  }
  return [...groups.values()].map(cardOf);
}

const cardOf = (group: readonly AssetSummary[]): TokenCard => {
  const [first] = group;
  return {
    symbol: first?.symbol ?? '',
    name: first?.name ?? '',
    issuer: first?.issuerName ?? '',
    chains: group.map(({ address, chain }) => ({
      name: chainName(chain.slug),
      path: assetPath(address, chain.slug),
    })),
  };
};

export interface HomeView {
  /** Text searched for; null without a search. */
  readonly searched: string | null;
  readonly cards: readonly TokenCard[];
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

/** Cards of one page: more would make it heavy, and the search finds the others. */
const mostCards = 60;

/** What the page shows of the whole registry. */
export interface Overview {
  readonly cards: readonly TokenCard[];
  readonly numbers: HomeView['numbers'];
}

/** @param assets those that the search finds */
export function overviewOf(assets: readonly AssetSummary[]): Overview {
  const cards = tokenCards(assets);
  const numbers = {
    deployments: assets.length,
    tokens: cards.length,
    issuers: new Set(cards.map(({ issuer }) => issuer)).size,
    chains: new Set(assets.map(({ chain }) => chain.slug)).size,
  };
  return { cards: [...cards].sort(byIssuer), numbers };
}

const byIssuer = (a: TokenCard, b: TokenCard): number =>
  a.issuer === b.issuer ? 0 : a.issuer.toLowerCase() < b.issuer.toLowerCase() ? -1 : 1;

export interface HomeFacts {
  readonly searched: string | null;
  readonly found: readonly AssetSummary[];
  readonly overview: Overview;
  readonly files: HomeView['files'];
}

export function homeView({ searched, found, overview, files }: HomeFacts): HomeView {
  const shown = searched === null ? overview.cards : tokenCards(found);
  return {
    searched,
    cards: shown.slice(0, mostCards),
    more: Math.max(0, shown.length - mostCards),
    numbers: overview.numbers,
    files,
  };
}
