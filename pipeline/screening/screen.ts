import type { ListMatchValue } from '../../schemas/facts.ts';
import type { ListedWallet, OpenMatch, SanctionsEntry, Subject } from '../../schemas/generated/records.ts';
import { keyBytes, samePayload } from '../../schemas/values/wallets.ts';
import type { FeedManifest, FeedTable } from '../ingest/feed.ts';
import { createJoin, type Join } from './join.ts';
import type { Candidate, Reading } from './join-rules.ts';

/** What of an entry equals a subject, and how surely. */
interface Evidence {
  readonly level: ListMatchValue['level'];
  /** What matched on the list's side, as published; sorted. */
  readonly listedAs: readonly string[];
  /** The first of them as the source prints it. */
  readonly quote: string;
  /** Where the key bytes are equal and the encodings are not. */
  readonly encodings: NonNullable<ListMatchValue['encodings']> | null;
}

/**
 * The join of sanctions lists with the subjects of assets: exact wallets and identifiers (level L1), and wallets whose
 * key bytes are listed in another encoding (L3), domain 7.3. Names are not compared.
 */
export const createScreen = (options: { readonly feeds: FeedTable }): Join<'sanctions.entries'> =>
  createJoin({
    name: 'screen',
    version: '1',
    input: 'sanctions.entries',
    matchesTopic: 'screen.matches',
    stateVersion: 1,
    refuse: (entry) =>
      manifestOf(options.feeds, entry.list) === null
        ? `there is no sanctions feed ${JSON.stringify(entry.list)}`
        : null,
    rowLookups: lookupsOfEntry,
    subjectLookups: lookupsOfSubject,
    match: (entry, subjects) =>
      entry.status === 'removed' ? [] : subjects.flatMap((subject) => matchSubject(options.feeds, entry, subject)),
    closing: clearedReading,
    source: (entry) => ({
      subjectKind: 'list_entry',
      sourceKey: `list:${entry.list}`,
      sourceUrl: urlOf(manifestOf(options.feeds, entry.list), entry),
      sourceHash: entry.sourceHash,
      artifactId: entry.artifactId,
    }),
  });

const manifestOf = (feeds: FeedTable, list: string): FeedManifest | null => {
  const feed = feeds.get(list);
  return feed?.kind === 'sanctions' ? feed.manifest : null;
};

/** Identifiers that are unique by themselves; the others need a country or more to mean one entity. */
const exactIdentifiers: readonly string[] = ['lei', 'isin'];

const comparable = (identifier: string): string => identifier.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

function lookupsOfEntry(entry: SanctionsEntry): readonly string[] {
  if (entry.status === 'removed') return [];
  return [
    ...entry.wallets.flatMap(({ payload }) => (payload === null ? [] : [`wallet:${keyBytes(payload)}`])),
    ...entry.identifiers
      .filter(({ kind }) => exactIdentifiers.includes(kind))
      .map(({ kind, value }) => `${kind}:${comparable(value)}`),
  ];
}

function lookupsOfSubject({ kind, value }: Subject): readonly string[] {
  if (kind === 'wallet') return [`wallet:${keyBytes(value)}`];
  return exactIdentifiers.includes(kind) ? [`${kind}:${comparable(value)}`] : [];
}

function matchSubject(feeds: FeedTable, entry: SanctionsEntry, subject: Subject): readonly Candidate[] {
  const evidence = evidenceOf(entry, subject);
  if (evidence === null) return [];
  const value: ListMatchValue = {
    status: 'matched',
    level: evidence.level,
    list: manifestOf(feeds, entry.list)?.label ?? entry.list,
    entryId: entry.entryId,
    entryName: nameOf(entry),
    programs: entry.programs,
    listedAs: evidence.listedAs,
    subject: {
      key: subject.key,
      kind: subject.kind,
      display: subject.display,
      roles: subject.roles,
      partyName: subject.partyName,
    },
    sinceObservationId: subject.sinceObservationId,
    otherEncoding: evidence.encodings !== null,
    ...(evidence.encodings === null ? {} : { encodings: evidence.encodings }),
    asOf: entry.asOf,
    listedSince: entry.firstSeenAt,
    inFirstSnapshot: entry.inFirstSnapshot,
  };
  return [{ subject, readings: [matchReading(entry, subject.key, value, evidence.quote)] }];
}

function evidenceOf(entry: SanctionsEntry, { kind, value }: Subject): Evidence | null {
  if (kind !== 'wallet') {
    const same = exactIdentifiers.includes(kind)
      ? entry.identifiers.filter((listed) => listed.kind === kind && comparable(listed.value) === comparable(value))
      : [];
    return evidenceFrom(same.map((listed) => ({ label: kind.toUpperCase(), text: listed.value })));
  }
  const exact = entry.wallets.filter(({ payload }) => payload === value);
  if (exact.length > 0) return evidenceFrom(exact.map(writtenAs));
  const sameKey = entry.wallets.filter(({ payload }) => payload !== null && samePayload(payload, value));
  const listed = [...new Set(sameKey.map(({ payload }) => encodingOf(payload ?? '')))].sort();
  return evidenceFrom(sameKey.map(writtenAs), { listed, ours: encodingOf(value) });
}

interface Written {
  readonly label: string;
  readonly text: string;
}

const writtenAs = ({ ticker, address }: ListedWallet): Written => ({ label: ticker, text: address });

/** Encoding and script type of a payload. */
const encodingOf = (payload: string): string => payload.slice(0, payload.lastIndexOf(':'));

function evidenceFrom(found: readonly Written[], encodings: Evidence['encodings'] = null): Evidence | null {
  const [first] = found;
  if (first === undefined) return null;
  const listedAs = [...new Set(found.map(({ label, text }) => `${label} ${text}`))].sort();
  return { level: encodings === null ? 'L1' : 'L3', listedAs, quote: first.text, encodings };
}

const nameOf = (entry: SanctionsEntry): string =>
  (entry.names.find(({ kind }) => kind === 'primary') ?? entry.names[0])?.name ??
  entry.wallets[0]?.address ??
  entry.entryId;

/** The match as last stated, now over; the asset still has the subject, the list no longer has the entry or its value. */
function clearedReading(entry: SanctionsEntry, open: OpenMatch): readonly Reading[] {
  const stated = open.emitted['match'];
  if (stated === undefined) return [];
  const value: ListMatchValue = { ...(JSON.parse(stated) as ListMatchValue), status: 'cleared', asOf: entry.asOf };
  return [matchReading(entry, open.subjectKey, value, null)];
}

const matchReading = (
  entry: SanctionsEntry,
  subjectKey: string,
  value: ListMatchValue,
  quote: string | null,
): Reading => ({ field: 'match', subjectKey: `${entry.list}:${entry.entryId}:${subjectKey}`, value, quote });

/** Where the file of the entry's first ticker is published, on a list of one file per ticker; else the list's first file. */
function urlOf(manifest: FeedManifest | null, entry: SanctionsEntry): string | null {
  const files = manifest?.files ?? [];
  const ticker = entry.wallets[0]?.ticker.toUpperCase();
  const ofTicker = files.find(({ name }) => ticker !== undefined && name.toUpperCase().endsWith(`_${ticker}.JSON`));
  return (ofTicker ?? files[0])?.url ?? null;
}
