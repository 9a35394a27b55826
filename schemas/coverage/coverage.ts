import { isOld, stillFails, youngFor } from '../freshness.ts';
import type { CoverageFacts, DocumentFacts, FeedFacts } from './facts.ts';
import {
  type CoveragePart,
  coverageParts,
  type CoverageReason,
  coverageReasonNames,
  type CoverageState,
  type ReasonSubject,
  stateOf,
  wordsOf,
} from './reasons.ts';

/** A source of a part. Times in milliseconds. */
export interface SourceCoverage {
  /** Chain slug, feed, id of a declared source, or the name of the part. */
  readonly source: string;
  readonly state: CoverageState;
  readonly reason: CoverageReason | null;
  readonly readAt: number | null;
  readonly limitSeconds: number | null;
}

export interface PartCoverage {
  readonly part: CoveragePart;
  readonly state: CoverageState;
  /** Null where it is current. */
  readonly reason: CoverageReason | null;
  /** Of the source that decides, else of the one that was read longest ago. */
  readonly readAt: number | null;
  readonly limitSeconds: number | null;
  readonly text: string;
  /** What the operator does, and what a key holder does; null where the part is current. */
  readonly next: { readonly operator: string; readonly holder: string } | null;
  readonly sources: readonly SourceCoverage[];
}

/** How much of a token is read: how the token is, is its standing. */
export interface Coverage {
  readonly state: 'full' | 'partial' | 'none';
  /** Parts that are current. */
  readonly current: number;
  readonly of: number;
  readonly parts: readonly PartCoverage[];
}

interface Source {
  readonly source: string;
  readonly subject: ReasonSubject;
  readonly reasons: readonly CoverageReason[];
  readonly readAt: number | null;
  readonly limitMs: number | null;
}

/** What of a token is read, and why the rest is not. */
export function coverageOf(facts: CoverageFacts, now: number): Coverage {
  const sources: Readonly<Record<CoveragePart, readonly Source[]>> = {
    chain: [chainSource(facts, now)],
    issuer: [issuerSource(facts)],
    registers: registerSources(facts, now),
    sanctions: listSources(facts, now),
    documents: documentSources(facts, now),
  };
  const parts = coverageParts.map((part) => partOf(part, sources[part], currentText(part, facts)));
  const current = parts.filter(({ state }) => state === 'current').length;
  const state = current === parts.length ? 'full' : current === 0 ? 'none' : 'partial';
  return { state, current, of: parts.length, parts };
}

function partOf(part: CoveragePart, sources: readonly Source[], current: string): PartCoverage {
  const ranked = [...sources].sort((a, b) => rankOf(a) - rankOf(b) || (a.readAt ?? 0) - (b.readAt ?? 0));
  const [first] = ranked;
  const reason = first === undefined ? null : firstOf(first.reasons);
  const words = reason === null || first === undefined ? null : wordsOf(reason, first.subject);
  return {
    part,
    state: stateOf(reason),
    reason,
    readAt: first?.readAt ?? null,
    limitSeconds: secondsOf(first?.limitMs ?? null),
    text: words?.text ?? current,
    next: words === null ? null : { operator: words.next, holder: words.holder },
    sources: sources.map(({ source, reasons, readAt, limitMs }) => {
      const own = firstOf(reasons);
      return { source, state: stateOf(own), reason: own, readAt, limitSeconds: secondsOf(limitMs) };
    }),
  };
}

const currentTexts: Readonly<Record<CoveragePart, string>> = {
  chain: 'The token is read on its chain.',
  issuer: 'The issuer is confirmed and checked.',
  registers: 'Every register that its identifiers reach is read.',
  sanctions: 'Every required list is read and compared.',
  documents: 'Every declared document is read.',
};

/** What is verified without a record is current, and stated. */
const currentText = (part: CoveragePart, { issuer }: CoverageFacts): string =>
  part === 'issuer' && !issuer.isRecorded
    ? 'The issuer is confirmed and checked; who decided that is not recorded.'
    : currentTexts[part];

const firstOf = (reasons: readonly CoverageReason[]): CoverageReason | null =>
  coverageReasonNames.find((name) => reasons.includes(name)) ?? null;

const rankOf = ({ reasons }: Source): number => {
  const first = firstOf(reasons);
  return first === null ? coverageReasonNames.length : coverageReasonNames.indexOf(first);
};

const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1_000));

/** The reasons whose condition holds. */
const holding = (conditions: Partial<Record<CoverageReason, boolean>>): readonly CoverageReason[] =>
  coverageReasonNames.filter((name) => conditions[name] === true);

const isStale = (readAt: number | null, limitMs: number, now: number): boolean =>
  readAt !== null && isOld(readAt, limitMs, now);

function chainSource({ chain }: CoverageFacts, now: number): Source {
  const { running, readAt } = chain;
  const limitMs = youngFor.chain();
  return {
    source: chain.chain,
    subject: { name: chain.name, remedy: running?.setting ?? '' },
    reasons: holding({
      chain_not_supported: !chain.isSupported,
      provider_missing: running?.hasProvider === false,
      no_contract: chain.hasNoContract,
      rounds_stopped: running?.problem === 'rounds_stopped',
      too_few_providers: running?.problem === 'too_few_providers',
      unreadable: chain.isUnreadable,
      never_read: readAt === null,
      stale: isStale(readAt, limitMs, now),
    }),
    readAt,
    limitMs,
  };
}

function issuerSource({ issuer }: CoverageFacts): Source {
  const reasons = holding({
    not_named: issuer.name === null,
    not_linked: !issuer.isLinked,
    not_verified: !issuer.isVerified,
  });
  return { source: 'issuer', subject: { name: issuer.name ?? '', remedy: '' }, reasons, readAt: null, limitMs: null };
}

/** A reason that no source has: nothing is there to be read. */
const withoutSource = (source: string, reasons: readonly CoverageReason[]): readonly Source[] =>
  reasons.length === 0 ? [] : [{ source, subject: { name: '', remedy: '' }, reasons, readAt: null, limitMs: null }];

function registerSources({ registers }: CoverageFacts, now: number): readonly Source[] {
  const { hasIdentifier, hasLei, feeds } = registers;
  const lacks = holding({ no_identifier: !hasIdentifier, no_lei: !hasLei });
  return [...withoutSource('identifiers', lacks), ...feeds.map((feed) => feedSource(feed, now))];
}

function listSources({ sanctions }: CoverageFacts, now: number): readonly Source[] {
  const lacks = holding({ nothing_to_compare: !sanctions.comparesAnything });
  return [...withoutSource('subjects', lacks), ...sanctions.feeds.map((feed) => feedSource(feed, now))];
}

function feedSource({ feed, name, everyMs, readAt, isRejected, running }: FeedFacts, now: number): Source {
  const limitMs = youngFor.feed({ everyMs });
  const reasons = holding({
    feed_off: running?.isFetched === false,
    rejected: isRejected,
    failing: stillFails(running?.failedAt ?? null, readAt),
    never_ran: readAt === null,
    stale: isStale(readAt, limitMs, now),
  });
  return { source: feed, subject: { name, remedy: feed }, reasons, readAt, limitMs };
}

function documentSources({ documents }: CoverageFacts, now: number): readonly Source[] {
  const { running, sources } = documents;
  const off = holding({
    none_declared: sources.length === 0,
    documents_off: running?.isOn === false,
    contact_missing: running?.hasContact === false,
  });
  if (sources.length === 0) return withoutSource('documents', off);
  return sources.map((source) => documentSource(source, off, now));
}

function documentSource(document: DocumentFacts, off: readonly CoverageReason[], now: number): Source {
  const { sourceId, host, kind, extractor, isProfileKnown, readAt } = document;
  const limitMs = youngFor.document(kind);
  const own = holding({
    profile_unknown: isProfileKnown === false,
    unreachable: document.isUnreachable,
    nothing_read: document.isUnread,
    never_fetched: readAt === null,
    stale: isStale(readAt, limitMs, now),
  });
  return { source: sourceId, subject: { name: host, remedy: extractor }, reasons: [...off, ...own], readAt, limitMs };
}
