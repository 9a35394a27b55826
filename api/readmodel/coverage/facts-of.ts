import type { ChainFacts, CoverageFacts, DocumentFacts, FeedFacts } from '../../../schemas/coverage/facts.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { parseUrl } from '../../../schemas/values/parse-url.ts';
import { isTerm } from '../../../schemas/vocabulary.ts';
import type { AssetSummary } from '../memory/registry/index.ts';
import type { ReadFeed } from '../standing/facts.ts';
import type { ChainRow, SubjectsRow } from '../standing/queries.ts';
import type { DeclaredRow, DeclaredSource, DocumentRow, FeedRow } from './queries.ts';
import type { CoverageSources, ReachedBy, RunningSources } from './sources.ts';

/** What the tables have of a token. */
export interface CoverageRows {
  /** Null before its declaration is in the tables. */
  readonly declared: DeclaredRow | null;
  readonly chain: ChainRow | null;
  readonly subjects: SubjectsRow | null;
  /** By id. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
  /** Ids of assets and of their sources that state a field, with a blank between. */
  readonly fields: ReadonlySet<string>;
  /** By feed. */
  readonly feeds: ReadonlyMap<string, FeedRow>;
}

/** The facts of a token: its record, the rows of the tables, and what the process fetches. */
export function coverageFactsOf(asset: AssetSummary, rows: CoverageRows, sources: CoverageSources): CoverageFacts {
  const running = sources.running();
  const { declared, subjects } = rows;
  const identifiers = identifiersOf(declared, asset);
  const feedOf = (feed: ReadFeed): FeedFacts => feedFacts(feed, rows.feeds.get(feed.feed) ?? null, running);
  return {
    chain: chainFacts(asset, rows.chain, { sources, running }),
    issuer: issuerFacts(asset, declared),
    registers: {
      hasIdentifier: identifiers.size > 0,
      hasLei: identifiers.has('lei'),
      feeds: sources.registers
        .filter(({ reachedBy }) => reachedBy.some((one) => identifiers.has(one)))
        .map((feed) => feedOf(feed)),
    },
    sanctions: {
      comparesAnything: (subjects?.subjects ?? []).some(({ kind }) => kind === 'party' || kind === 'wallet'),
      feeds: sources.lists.map((feed) => feedOf(feed)),
    },
    documents: {
      running: running?.documents ?? null,
      sources: (declared?.sources ?? []).map((source) => documentFacts(asset.assetId, source, rows, running)),
    },
  };
}

/** The document of a declared address, as its publisher names it. */
export const documentIdOf = (url: string): string => sha256Hex(url);

function identifiersOf(declared: DeclaredRow | null, { issuer }: AssetSummary): ReadonlySet<ReachedBy> {
  const { dti = [], ffg = [], isin = [] } = declared?.identifiers ?? {};
  const has: Readonly<Record<ReachedBy, boolean>> = {
    isin: isin.length > 0,
    lei: (issuer?.lei ?? declared?.lei ?? null) !== null,
    token: dti.length + ffg.length > 0,
  };
  return new Set((Object.keys(has) as ReachedBy[]).filter((one) => has[one]));
}

/** A public token's issuer is verified, and so is that of one whose record states it. */
function issuerFacts({ issuer }: AssetSummary, declared: DeclaredRow | null): CoverageFacts['issuer'] {
  return {
    name: issuer?.name ?? declared?.issuerName ?? null,
    isLinked: issuer !== null,
    isVerified: issuer?.kyiStatus === 'verified',
    isRecorded: declared?.isRecorded === true,
  };
}

function chainFacts(
  { chain }: AssetSummary,
  row: ChainRow | null,
  { sources, running }: { readonly sources: CoverageSources; readonly running: RunningSources | null },
): ChainFacts {
  const isSupported = sources.chains.has(chain.slug);
  return {
    chain: chain.slug,
    name: chain.nameInText,
    isSupported,
    hasNoContract: row?.newest === '"no_contract"',
    isUnreadable: row?.newest === '"unreadable"' && row.before === row.newest,
    readAt: row?.statedAt ?? null,
    running: isSupported ? (running?.chain(chain.slug) ?? null) : null,
  };
}

const feedFacts = (
  { feed, short, everyMs }: ReadFeed,
  row: FeedRow | null,
  running: RunningSources | null,
): FeedFacts => ({
  feed,
  name: short,
  everyMs,
  readAt: row?.readAt ?? null,
  isRejected: row?.newest === 'rejected',
  running: running === null ? null : { isFetched: running.isFetched(feed), hasFailed: running.hasFailed(feed) },
});

const unreachable: ReadonlySet<string> = new Set(['gone', 'http_error', 'net_error']);

function documentFacts(
  assetId: string,
  { sourceId, url, kind, extractor }: DeclaredSource,
  { documents, fields }: Pick<CoverageRows, 'documents' | 'fields'>,
  running: RunningSources | null,
): DocumentFacts {
  const row = documents.get(documentIdOf(url));
  const outcomes = row?.outcomes ?? [];
  return {
    sourceId,
    host: parseUrl(url)?.host ?? url,
    kind: isTerm('sourceKind', kind) ? kind : 'page',
    extractor,
    isProfileKnown: running?.isProfileKnown(extractor) ?? null,
    readAt: row?.readAt ?? null,
    isUnreachable: outcomes.length > 1 && outcomes.every((outcome) => unreachable.has(outcome)),
    isUnread:
      row?.ended === 'failed' ||
      ((row?.readAt ?? null) !== null && kind !== 'page' && !fields.has(`${assetId} ${sourceId}`)),
  };
}
