import { registerListed } from '../../schemas/facts.ts';
import type { OpenMatch, RegisterRow, Subject } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import { sourceKeyOf } from '../../schemas/terms/source-keys.ts';
import type { FeedTable, RegisterFeed } from '../ingest/feed.ts';
import { createJoin, type Join } from './join.ts';
import type { Candidate, JoinRules, Reading } from './join-rules.ts';
import { type Attribution, isinOf, readDeparture, readRemoval, readRow } from './register-readings.ts';
import { isReserveIssuer } from './reserve.ts';

/**
 * The join of public registers with the subjects of assets. A row is about an asset through a token identifier (DTI or
 * FFG), or through its issuer's LEI where either side has no identifier; an instrument through its ISIN.
 */
export const createAttribute = ({ registers }: { readonly registers: FeedTable }): Join<'register.rows'> =>
  createJoin(attributeRules(registers));

/** The rules of that join. */
export const attributeRules = (registers: FeedTable): JoinRules<'register.rows'> => ({
  name: 'attribute',
  version: '1',
  input: 'register.rows',
  matchesTopic: 'attribute.matches',
  stateVersion: 1,
  refuse: (row) =>
    feedOf(registers, row) === null ? `there is no register feed ${JSON.stringify(row.register)}` : null,
  rowLookups: (row) => lookupsOfRow(feedOf(registers, row), row),
  subjectLookups: lookupsOfSubject,
  matcher: (row) => (subjects, open) => matchRow(registers, row, subjects, open),
  closing: (row, open) => closingOf(feedOf(registers, row), row, open),
  source: (row) => ({
    subjectKind: 'register_row',
    sourceKey: sourceKeyOf.register(row.register),
    sourceUrl: feedOf(registers, row)?.manifest.files[0]?.url ?? null,
    sourceHash: row.sourceHash,
    artifactId: row.artifactId,
  }),
});

/** The closing readings of a match: the register removed the row, or the row is no longer about the asset. */
function closingOf(feed: RegisterFeed | null, row: RegisterRow, open: OpenMatch): readonly Reading[] {
  // The register still has a row that was released because its LEI is no longer requested.
  if (feed === null || (feed.reduce !== undefined && row.event === 'released')) return [];
  return row.status === 'removed' ? readRemoval(row, open) : readDeparture(feed, row, open);
}

function feedOf(registers: FeedTable, row: RegisterRow): RegisterFeed | null {
  const feed = registers.get(row.register);
  return feed?.kind === 'register' ? feed : null;
}

const isTokenIdentifier = ({ kind }: Subject): boolean => kind === 'dti' || kind === 'ffg';

/** Rows about legal entities belong to every asset that names the entity, in any role. */
const isOfParty = ({ polarity }: RegisterFeed): boolean => polarity === 'identity' || polarity === 'relation';

/** Attribution through a LEI requires the issuer's role: a custodian may issue tokens of its own. */
const isIssuerLei = ({ kind, roles }: Subject): boolean =>
  kind === 'lei' && roles.some((role) => role === 'issuer' || role === 'co_issuer');

/** Registers write group identifiers into the token column and the reverse. Both share one code space, ISO 24165. */
const tokensOfRow = (row: RegisterRow): readonly string[] => [...row.dtis, ...row.ffgs];

function lookupsOfRow(feed: RegisterFeed | null, row: RegisterRow): readonly string[] {
  if (row.status === 'removed') return [];
  if (feed?.polarity === 'instrument') return [`isin:${isinOf(feed, row)}`];
  return [...tokensOfRow(row).map((token) => `token:${token}`), ...(row.lei === null ? [] : [`lei:${row.lei}`])];
}

function lookupsOfSubject(subject: Subject): readonly string[] {
  if (isTokenIdentifier(subject)) return [`token:${subject.value}`];
  if (subject.kind === 'isin') return [`isin:${subject.value}`];
  return subject.kind === 'lei' && !isReserveIssuer(subject) ? [`lei:${subject.value}`] : [];
}

/** The only match of a row with an asset: through an identifier or, where either side has none, through the issuer. */
function matchRow(
  registers: FeedTable,
  row: RegisterRow,
  subjects: readonly Subject[],
  open: readonly OpenMatch[],
): readonly Candidate[] {
  const feed = feedOf(registers, row);
  if (feed === null || row.status === 'removed') return [];
  const attribution = attributionOf(feed, row, subjects);
  if (attribution === null) return [];
  const { subject } = attribution;
  const news = newsOf(row, subject, open);
  return [{ subject, readings: readRow(feed, row, { ...attribution, news }), continues: open[0] }];
}

/**
 * Whether the row is new for the asset: not in the register's first file, and not older than the subject. Decided once,
 * when the match opens. False for a row that already matched the asset through another subject.
 */
function newsOf(row: RegisterRow, subject: Subject, open: readonly OpenMatch[]): boolean {
  const same = open.find(
    (match) => match.subjectKey === subject.key && match.sinceObservationId === subject.sinceObservationId,
  );
  const stated = same?.emitted['listed'];
  if (stated !== undefined) return storedValue(stated, registerListed).news;
  return open.length === 0 && !row.inFirstSnapshot && row.firstSeenAt >= subject.since;
}

function attributionOf(
  feed: RegisterFeed,
  row: RegisterRow,
  subjects: readonly Subject[],
): Omit<Attribution, 'news'> | null {
  if (feed.polarity === 'instrument') {
    const isin = isinOf(feed, row);
    const subject = longestKnown(subjects.filter(({ kind, value }) => kind === 'isin' && value === isin));
    return subject === null ? null : { subject, matchedBy: 'party' };
  }
  if (isOfParty(feed)) {
    const subject = longestKnown(
      subjects.filter((one) => one.kind === 'lei' && one.value === row.lei && !isReserveIssuer(one)),
    );
    return subject === null ? null : { subject, matchedBy: 'party' };
  }
  const declared = subjects.filter(isTokenIdentifier);
  const listed = tokensOfRow(row);
  if (declared.length > 0 && listed.length > 0) {
    const subject = longestKnown(declared.filter(({ value }) => listed.includes(value)));
    return subject === null ? null : { subject, matchedBy: 'identifier' };
  }
  const subject = longestKnown(subjects.filter((one) => isIssuerLei(one) && one.value === row.lei));
  return subject === null ? null : { subject, matchedBy: 'issuer' };
}

/** The subject that the asset has had longest, so that a further identifier does not open a new match. */
const longestKnown = (subjects: readonly Subject[]): Subject | null =>
  [...subjects].sort((a, b) => a.since - b.since || (a.key < b.key ? -1 : 1))[0] ?? null;
