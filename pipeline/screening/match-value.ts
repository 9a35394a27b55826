import { type ListMatchValue, listMatch } from '../../schemas/facts.ts';
import type { OpenMatch, SanctionsEntry, Subject } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import { partyIdentifiers } from './identifiers.ts';
import type { Reading } from './join-rules.ts';
import { labelled, namesOf } from './entry-names.ts';
import type { Evidence } from './evidence.ts';

/** The reading for a match of an entry with a subject. */
export function matchReading(
  entry: SanctionsEntry,
  list: string,
  subject: Subject,
  evidence: Evidence & Pick<ListMatchValue, 'level'>,
): Reading {
  const { level, listedAs, quote, encodings, byName } = evidence;
  const value: ListMatchValue = {
    status: 'matched',
    level: level === 'L1' && isIndirect(subject) ? 'L5' : level,
    list,
    entryId: entry.entryId,
    entryName: nameOf(entry),
    programs: entry.programs,
    listedAs,
    subject: {
      key: subject.key,
      kind: subject.kind,
      display: subject.display,
      roles: subject.roles,
      partyName: subject.partyName,
      ...(subject.partyId === null ? {} : { partyId: subject.partyId }),
    },
    sinceObservationId: subject.sinceObservationId,
    ...(byName === undefined ? {} : { byName }),
    otherEncoding: encodings !== undefined,
    ...(encodings === undefined ? {} : { encodings }),
    asOf: entry.asOf,
    listedSince: entry.firstSeenAt,
    inFirstSnapshot: entry.inFirstSnapshot,
    ...(entry.listedOn === null ? {} : { listedOn: entry.listedOn }),
    countries: entry.countries,
    dates: entry.dates,
  };
  return readingOf(entry, value, quote);
}

/**
 * The end of a match while the asset still has the subject: the list no longer has the entry or the matching
 * particular, or the party has other names. Repeats the last reading with status `cleared`.
 */
export function clearedReading(entry: SanctionsEntry, open: OpenMatch): readonly Reading[] {
  const stated = statedMatch(open);
  if (stated === null) return [];
  const cause =
    stated.byName !== undefined && stillNames(entry, stated.listedAs) ? { clearedBy: 'asset' as const } : {};
  return [readingOf(entry, { ...stated, ...cause, status: 'cleared', asOf: entry.asOf }, null)];
}

function stillNames(entry: SanctionsEntry, listedAs: readonly string[]): boolean {
  if (entry.status === 'removed') return false;
  const names = namesOf(entry).map(labelled);
  return listedAs.every((name) => names.includes(name));
}

/** The last emitted reading of an open match. */
export function statedMatch(open: OpenMatch): ListMatchValue | null {
  const stated = open.emitted['match'];
  return storedValue(stated, listMatch);
}

/** The party that a subject identifies; null for a thing of a party, such as a wallet or an instrument. */
export const partyIdentified = ({ kind, partyId }: { readonly kind: string; readonly partyId?: string | null }) =>
  kind === 'party' || partyIdentifiers.includes(kind) ? (partyId ?? null) : null;

/** The key names the party, so that an entry and a party have one match, however many particulars are equal. */
function readingOf(entry: SanctionsEntry, value: ListMatchValue, quote: string | null): Reading {
  const party = partyIdentified(value.subject);
  const subjectKey = party === null ? value.subject.key : `party:${party}`;
  return { field: 'match', subjectKey: `${entry.list}:${entry.entryId}:${subjectKey}`, value, quote };
}

/** Roles that a party has for the issuer, not for the asset. A match with such a party only is indirect (level L5). */
const linkedRoles: readonly string[] = ['parent', 'ultimate_parent', 'linked:parent', 'linked:ultimate_parent'];

const isIndirect = ({ roles }: Subject): boolean =>
  roles.length > 0 && roles.every((role) => linkedRoles.includes(role));

/**
 * Whether only documents link the party to the asset. Its records are read, but a match of it is not stated: a document is
 * one party's statement about another.
 */
export const isLinkedByDocument = ({ roles }: Pick<Subject, 'roles'>): boolean =>
  roles.length > 0 && roles.every((role) => role.startsWith('linked:') && !linkedRoles.includes(role));

/** Display name of an entry. */
export const nameOf = (entry: SanctionsEntry): string =>
  (entry.names.find(({ kind }) => kind === 'primary') ?? entry.names[0])?.name ??
  entry.wallets[0]?.address ??
  entry.entryId;
