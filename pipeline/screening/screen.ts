import type { OpenMatch, SanctionsEntry, Subject } from '../../schemas/generated/records.ts';
import type { FeedManifest, FeedTable } from '../ingest/feed.ts';
import { partyIdentifiers } from './identifiers.ts';
import { isReserveInstrument, isReserveIssuer } from './reserve.ts';
import { createJoin, type Join } from './join.ts';
import type { JoinRules, MatchAsset } from './join-rules.ts';
import type { ListMatchValue } from '../../schemas/facts.ts';
import { sourceKeyOf } from '../../schemas/terms/source-keys.ts';
import type { Evidence } from './evidence.ts';
import {
  evidenceFor,
  lookupsOfEntry,
  lookupsOfSubject,
  prepareEntry,
  readNamesOfEntry,
  readNamesOfSubject,
} from './match-entry.ts';
import { clearedReading, isLinkedByDocument, matchReading, partyIdentified, statedMatch } from './match-value.ts';

/** The join of sanctions lists with the subjects of assets: by wallets and identifiers, then by equal names, then by similar ones. */
export const createScreen = ({ feeds }: { readonly feeds: FeedTable }): Join<'sanctions.entries'> =>
  createJoin(screenRules(feeds));

/** The rules of that join. */
export const screenRules = (feeds: FeedTable): JoinRules<'sanctions.entries'> => ({
  name: 'screen',
  version: '1',
  input: 'sanctions.entries',
  matchesTopic: 'screen.matches',
  stateVersion: 4,
  refuse: (entry) =>
    manifestOf(feeds, entry.list) === null ? `there is no sanctions feed ${JSON.stringify(entry.list)}` : null,
  rowLookups: lookupsOfEntry,
  subjectLookups: (subject) => (isLinkedByDocument(subject) ? [] : lookupsOfSubject(subject)),
  names: { ofRow: readNamesOfEntry, ofSubject: readNamesOfSubject },
  matcher: (entry) => matcherOf(entry, manifestOf(feeds, entry.list)?.label ?? entry.list),
  closing: clearedReading,
  source: (entry) => ({
    subjectKind: 'list_entry',
    sourceKey: sourceKeyOf.list(entry.list),
    sourceUrl: urlOf(manifestOf(feeds, entry.list), entry),
    sourceHash: entry.sourceHash,
    artifactId: entry.artifactId,
  }),
});

const manifestOf = (feeds: FeedTable, list: string): FeedManifest | null => {
  const feed = feeds.get(list);
  return feed?.kind === 'sanctions' ? feed.manifest : null;
};

/** A subject and the evidence that it matches the entry. */
interface SubjectMatch {
  readonly subject: Subject;
  readonly evidence: Evidence & Pick<ListMatchValue, 'level'>;
}

function matcherOf(entry: SanctionsEntry, list: string): MatchAsset {
  if (entry.status === 'removed') return () => [];
  let prepared: ReturnType<typeof prepareEntry> | undefined;
  return (subjects, open) => {
    prepared ??= prepareEntry(entry);
    const found: SubjectMatch[] = [];
    for (const subject of subjects) {
      if (isLinkedByDocument(subject)) continue;
      const evidence = evidenceFor(prepared, subject, subjects);
      // A weak alias alone is not a match.
      if (evidence !== null && evidence.level !== 'weak') {
        found.push({ subject, evidence: { ...evidence, level: evidence.level } });
      }
    }
    return oncePerReserve(onePerParty(found), open).map(({ subject, evidence }) => ({
      subject,
      readings: [matchReading(entry, list, subject, evidence)],
      continues: continuedBy(subject, open),
    }));
  };
}

/**
 * An entry that names instruments of the reserve and their issuer is one match: by what matched first, else by the
 * instruments.
 */
function oncePerReserve(found: readonly SubjectMatch[], open: readonly OpenMatch[]): readonly SubjectMatch[] {
  const issuers = found.filter(({ subject }) => isReserveIssuer(subject));
  if (issuers.length === 0 || !found.some(({ subject }) => isReserveInstrument(subject))) return found;
  const isOpen = ({ subject: { key, sinceObservationId } }: SubjectMatch): boolean =>
    open.some((match) => match.subjectKey === key && match.sinceObservationId === sinceObservationId);
  const isRepeated = issuers.some(isOpen) ? isReserveInstrument : isReserveIssuer;
  return found.filter((one) => !isRepeated(one.subject) || isOpen(one));
}

/** Keeps one match per party: by the identifier that the asset has had longest, or else by the party's name. */
function onePerParty(found: readonly SubjectMatch[]): readonly SubjectMatch[] {
  const things = found.filter(({ subject }) => partyIdentified(subject) === null);
  const parties = new Map<string, SubjectMatch>();
  for (const one of found) {
    const party = partyIdentified(one.subject);
    if (party === null) continue;
    const known = parties.get(party);
    if (known === undefined || isBefore(one, known)) parties.set(party, one);
  }
  return [...things, ...parties.values()];
}

/** Identifiers before names; then the subject that the asset has had longest, so that a further one opens no new match. */
function isBefore({ subject: one }: SubjectMatch, { subject: other }: SubjectMatch): boolean {
  if ((one.kind === 'party') !== (other.kind === 'party')) return other.kind === 'party';
  if (one.since !== other.since) return one.since < other.since;
  const rank = partyIdentifiers.indexOf(one.kind) - partyIdentifiers.indexOf(other.kind);
  return rank === 0 ? one.key < other.key : rank < 0;
}

/** The open match of the entry with the same party. */
function continuedBy(subject: Subject, open: readonly OpenMatch[]): OpenMatch | undefined {
  const party = partyIdentified(subject);
  if (party === null) return undefined;
  return open.find((match) => {
    const stated = statedMatch(match);
    return stated !== null && partyIdentified(stated.subject) === party;
  });
}

/** URL of the file of the entry's first ticker, for a list with one file per ticker; otherwise of the list's first file. */
function urlOf(manifest: FeedManifest | null, entry: SanctionsEntry): string | null {
  const files = manifest?.files ?? [];
  const ticker = entry.wallets[0]?.ticker.toUpperCase();
  const ofTicker = files.find(({ name }) => ticker !== undefined && name.toUpperCase().endsWith(`_${ticker}.JSON`));
  return (ofTicker ?? files[0])?.url ?? null;
}
