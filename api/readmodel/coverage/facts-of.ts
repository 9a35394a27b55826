import type { ChainFacts, CoverageFacts, DocumentFacts, FeedFacts } from '../../../schemas/coverage/facts.ts';
import { documentIdOf } from '../../../schemas/terms/document-id.ts';
import { parseUrl } from '../../../schemas/values/parse-url.ts';
import type { AssetSummary } from '../memory/registry/index.ts';
import { declaredDocument } from '../standing/declared-document.ts';
import type { ReadFeed } from '../standing/facts.ts';
import type { ChainRow, FeedRow, FetchesRow, SubjectsRow } from '../standing/queries.ts';
import type { DeclaredRow, DeclaredSource } from './queries.ts';
import type { CoverageSources, ReachedBy, RunningSources } from './sources.ts';

/** What the tables have of a token. */
export interface CoverageRows {
  /** Null before its declaration is in the tables. */
  readonly declared: DeclaredRow | null;
  readonly chain: ChainRow | null;
  readonly subjects: SubjectsRow | null;
  /** By document. */
  readonly fetches: ReadonlyMap<string, FetchesRow>;
  /** How the newest reading of each document ended. */
  readonly ended: ReadonlyMap<string, string>;
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
  running: running === null ? null : { isFetched: running.isFetched(feed), failedAt: running.failedAt(feed) },
});

function documentFacts(
  assetId: string,
  source: DeclaredSource,
  { fetches, ended, fields }: Pick<CoverageRows, 'ended' | 'fetches' | 'fields'>,
  running: RunningSources | null,
): DocumentFacts {
  const { sourceId, url, kind, extractor } = source;
  const document = declaredDocument(source, fetches);
  return {
    ...document,
    sourceId,
    host: parseUrl(url)?.host ?? url,
    extractor,
    isProfileKnown: running?.isProfileKnown(extractor) ?? null,
    isUnread:
      ended.get(documentIdOf(url)) === 'failed' ||
      (document.readAt !== null && kind !== 'page' && !fields.has(`${assetId} ${sourceId}`)),
  };
}
