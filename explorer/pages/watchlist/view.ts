import type { RegistryReader } from '../../../api/readmodel/memory/registry/index.ts';
import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { SearchResult } from '../../../api/readmodel/resources/search/read.ts';
import { warningsOf } from '../../../api/readmodel/resources/search/warnings.ts';
import { mostEntries } from '../../../api/readmodel/resources/watchlist/schema.ts';
import { reasons } from '../../../api/readmodel/resources/notifications/text.ts';
import type { Coverage } from '../../../schemas/coverage/coverage.ts';
import type { Change, WatchItem } from '../../../schemas/generated/records.ts';
import type { Severity } from '../../../schemas/vocabulary.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { addressesShown } from '../../labels/deployments.ts';
import { chainName } from '../../labels/chains.ts';
import { severityIn } from '../../labels/severities.ts';
import { byWeight, type Standing } from '../../../api/readmodel/standing/standing.ts';
import { coverageCount } from '../../readers/coverage/coverage-view.ts';
import { type WorstPart, worstPart } from '../../readers/standing/standing-view.ts';
import { isShown, lacksText, type ShowTab, tabsOf, type WatchFilter, watchlistPath } from './filter.ts';
import { changePath } from '../../readers/changes/change-view.ts';

/** One watched token. */
export interface WatchRow {
  readonly itemId: string;
  readonly symbol: string;
  readonly name: string;
  readonly chain: string;
  /** Empty if the registry does not have it. */
  readonly address: string;
  readonly issuer: string;
  /** Null if it has no public page. */
  readonly path: string | null;
  readonly state: 'gathering' | 'paused' | 'unresolved' | 'watching';
  /** Why it is unresolved; null otherwise. */
  readonly reason: string | null;
  readonly note: string;
  /** The worst of how it is now. */
  readonly now: WorstPart;
  /** How many of its parts are read, "3 of 5"; null where it cannot be read now. */
  readonly read: string | null;
  /** The newest change of the last 365 days; null without one. */
  readonly last: {
    readonly severity: Severity;
    /** When it took its present state, milliseconds. */
    readonly at: number;
    readonly headline: string;
    readonly path: string;
  } | null;
}

/** Deployments of one token of one issuer. */
export interface WatchGroup {
  readonly rows: readonly [WatchRow, ...WatchRow[]];
}

/** A token that can be added. */
export interface Candidate {
  readonly assetId: string;
  readonly symbol: string;
  readonly name: string;
  readonly chain: string;
  readonly issuer: string;
  /** Short address of a token that may be taken for another, or for another of those found; null for any other. */
  readonly address: string | null;
  readonly isWatched: boolean;
}

export interface WatchlistView {
  readonly used: number;
  readonly limit: number;
  /** The worst first, then the newest added. */
  readonly groups: readonly WatchGroup[];
  readonly tabs: readonly ShowTab[];
  /** Gaps that all shown tokens have; null without that filter. */
  readonly lacks: { readonly text: string; readonly without: string } | null;
  /** A search for a token to add; null without one. */
  readonly search: WatchlistSearch | null;
}

export interface WatchlistSearch {
  readonly text: string;
  readonly found: readonly Candidate[];
  /** Those found that can be added at once: all of one issuer, and not on the list; empty if they are of several. */
  readonly all: readonly string[];
  /** Tokens found that are not listed. */
  readonly more: number;
  /** Whether there is such a token, of an issuer that is not verified. */
  readonly hasUnverified: boolean;
  readonly isIdentifier: boolean;
  readonly didYouMean: readonly string[];
}

export interface WatchlistFacts {
  /** With their notes in plain text. */
  readonly items: readonly WatchItem[];
  readonly limit: number;
  /** The newest change of the last 365 days, by asset. */
  readonly newest: ReadonlyMap<string, Change>;
  readonly searched: string;
  /** Null without a search. */
  readonly found: SearchResult | null;
  readonly registry: Pick<RegistryReader, 'byId' | 'search'>;
  /** How each token is now. */
  readonly standings: (assetId: string) => Standing;
  /** How much of each is read; null while the tables do not answer. */
  readonly coverages: ReadonlyMap<string, Coverage> | null;
  readonly filter: WatchFilter;
  /** Whether a token passes the gaps of the filter. */
  readonly lacks: (assetId: string) => boolean;
}

const mostFound = 20;

export function watchlistView({
  items,
  limit,
  newest,
  searched,
  found,
  registry,
  standings,
  coverages,
  filter,
  lacks,
}: WatchlistFacts): WatchlistView {
  const watched = new Set(items.map(({ assetId }) => assetId));
  const rows = items
    .filter(({ assetId }) => lacks(assetId))
    .map((item) => ({ item, standing: standings(item.assetId) }))
    .sort((a, b) => byWeight(a.standing, b.standing) || b.item.currentAddSeq - a.item.currentAddSeq)
    .map(({ item, standing }) => {
      const coverage = coverages?.get(item.assetId) ?? null;
      return rowOf(item, registry.byId(item.assetId), { newest, standing, coverage });
    });
  const text = lacksText(filter);
  return {
    used: items.length,
    limit,
    groups: groupsOf(rows.filter(({ now }) => isShown(filter, now))),
    tabs: tabsOf(
      filter,
      rows.map(({ now }) => now.tone),
    ),
    lacks: text === null ? null : { text, without: watchlistPath({ ...filter, lacks: [] }) },
    search: found === null ? null : searchView(searched, found, { registry, watched }),
  };
}

/** Neighbours stay in the place of their worst. */
function groupsOf(rows: readonly WatchRow[]): readonly WatchGroup[] {
  const groups = new Map<string, WatchRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.issuer, row.symbol, row.name]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ rows: [first, ...others] }],
  );
}

/** Only what can be watched is offered. */
function searchView(
  text: string,
  { hits, readAs, didYouMean }: SearchResult,
  { registry, watched }: Pick<WatchlistFacts, 'registry'> & { readonly watched: ReadonlySet<string> },
): WatchlistSearch {
  const open = hits.map(({ asset }) => asset).filter((asset) => asset.public);
  const shown = open.slice(0, mostFound);
  const addresses = addressesShown(shown, (asset) => warningsOf(asset, registry).length > 0);
  const isOfOne = new Set(open.map(({ issuer }) => issuer?.partyId)).size === 1;
  return {
    text,
    all: isOfOne
      ? open
          .map(({ assetId }) => assetId)
          .filter((assetId) => !watched.has(assetId))
          .slice(0, mostEntries)
      : [],
    found: shown.map((asset, index) => ({
      assetId: asset.assetId,
      ...namesOf(asset),
      address: addresses[index] ?? null,
      isWatched: watched.has(asset.assetId),
    })),
    more: Math.max(0, open.length - mostFound),
    hasUnverified: open.length < hits.length,
    isIdentifier: readAs !== 'words',
    didYouMean,
  };
}

const namesOf = ({
  symbol,
  name,
  issuerName,
  chain,
}: AssetSummary): Omit<Candidate, 'address' | 'assetId' | 'isWatched'> => ({
  symbol,
  name,
  chain: chainName(chain.slug),
  issuer: issuerName ?? 'no issuer declared',
});

interface RowFacts {
  readonly newest: ReadonlyMap<string, Change>;
  readonly standing: Standing;
  readonly coverage: Coverage | null;
}

/** @param asset null if the registry no longer has it, or this process does not yet */
export function rowOf(item: WatchItem, asset: AssetSummary | null, { newest, standing, coverage }: RowFacts): WatchRow {
  const change = newest.get(item.assetId);
  const names = asset === null ? { symbol: item.assetId, name: '', chain: '', issuer: '' } : namesOf(asset);
  return {
    itemId: item.itemId,
    ...names,
    address: asset?.address ?? '',
    path: asset?.public === true ? assetPath(asset.address, asset.chain.slug) : null,
    state: stateOf(item),
    reason: item.state === 'unresolved' ? (reasons[item.stateReason ?? ''] ?? reasons['internal'] ?? '') : null,
    note: item.note ?? '',
    now: worstPart(standing),
    read: coverage === null ? null : coverageCount(coverage),
    last:
      change === undefined
        ? null
        : {
            severity: severityIn(change.severity),
            at: change.knownAt,
            headline: change.explanation.headline,
            path: changePath(change.id),
          },
  };
}

const stateOf = ({ state, monitoringEnabled }: WatchItem): WatchRow['state'] =>
  state === 'unresolved'
    ? 'unresolved'
    : !monitoringEnabled
      ? 'paused'
      : state === 'gathering'
        ? 'gathering'
        : 'watching';
