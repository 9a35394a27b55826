/**
 * Evidence that an entry of a sanctions list and a subject of an asset match. Levels: L1 equal wallet or identifier; L2
 * equal primary and legal name and one more equal particular; L3 equal name, or an equal key under another wallet
 * encoding; L4 similar name. `weak`: a weak alias only, which is no match.
 */
import type { ListMatchValue } from '../../schemas/facts.ts';
import type { ListedWallet, SanctionsEntry, Subject } from '../../schemas/generated/records.ts';
import { keyBytes, samePayload } from '../../schemas/values/wallets.ts';
import { isTerm, type Term } from '../../schemas/vocabulary.ts';
import { areOtherParties, identifierKey } from './identifiers.ts';
import {
  type ListedOrganisation,
  type ListedOrganisationName,
  nameEvidence,
  type OwnName,
  type OwnOrganisation,
} from './names/name-evidence.ts';
import { nameKeys, normalName } from './names/normal-name.ts';
import { readName } from './names/v1/similar.ts';
import type { Agreement } from './names/v1/agreement.ts';
import type { ReadName } from './names/v1/word.ts';

/** One particular that both sides state. */
export interface EvidenceItem {
  /** `wallet`, `name`, `country`, `date` or the kind of an identifier. */
  readonly kind: string;
  /** In the asset's notation. */
  readonly ours: string;
  /** In the list's notation. */
  readonly listed: string;
}

export interface Evidence {
  readonly level: ListMatchValue['level'] | 'weak';
  readonly items: readonly EvidenceItem[];
  /** The list's matching particulars, as `<ticker or kind> <text>`; sorted. */
  readonly listedAs: readonly string[];
  /** The first of them, verbatim. */
  readonly quote: string;
  /** Set when the key bytes are equal but the encodings differ. */
  readonly encodings?: NonNullable<ListMatchValue['encodings']>;
  readonly byName?: NonNullable<ListMatchValue['byName']>;
  /** In which words names agree that are similar but not equal. */
  readonly similar?: Agreement;
}

/** An entry with its comparison keys, computed once. */
export interface PreparedEntry {
  readonly entry: SanctionsEntry;
  readonly identifiers: ReadonlyMap<string, readonly string[]>;
  /** Null for persons, vessels and aircraft, whose names never match a party. */
  readonly organisation: ListedOrganisation | null;
}

export function prepareEntry(entry: SanctionsEntry): PreparedEntry {
  const identifiers = new Map<string, string[]>();
  for (const [key, written] of identifiersOf(entry)) {
    const known = identifiers.get(key);
    if (known === undefined) identifiers.set(key, [written]);
    else if (!known.includes(written)) known.push(written);
  }
  return { entry, identifiers, organisation: isOrganisation(entry) ? organisationOf(entry) : null };
}

/** Lookups of an entry. */
export function lookupsOfEntry(entry: SanctionsEntry): readonly string[] {
  if (entry.status === 'removed') return [];
  return [
    ...entry.wallets.flatMap(({ payload }) => (payload === null ? [] : [`wallet:${keyBytes(payload)}`])),
    ...identifiersOf(entry).map(([key]) => key),
    ...organisationNames(entry).flatMap(({ name }) => nameKeys(normalName(name)).map((key) => `name:${key}`)),
  ];
}

/** Lookups of a subject. */
export function lookupsOfSubject(subject: Subject): readonly string[] {
  if (subject.kind === 'wallet') return [`wallet:${keyBytes(subject.value)}`];
  if (subject.kind === 'party') {
    return ownOrganisation(subject).names.flatMap(({ normal }) => nameKeys(normal).map((key) => `name:${key}`));
  }
  const key = ownIdentifier(subject);
  return key === null ? [] : [key];
}

/** Names of an entry by which a similar one is found. Weak aliases are none. */
export const readNamesOfEntry = (entry: SanctionsEntry): readonly ReadName[] =>
  entry.status === 'removed'
    ? []
    : organisationNames(entry)
        .filter(({ weak }) => !weak)
        .map(({ name }) => readName(name, 'organisation'));

/** Names of a subject by which a similar one is found. */
export const readNamesOfSubject = (subject: Subject): readonly ReadName[] =>
  subject.kind === 'party' ? ownOrganisation(subject).names.map(({ read }) => read()) : [];

/**
 * Evidence that the entry and the subject match; null without any. `siblings`: the subjects of the same asset; the
 * identifiers of the subject's party rule out that a similar name is the same party.
 */
export function evidenceFor(
  { entry, identifiers, organisation }: PreparedEntry,
  subject: Subject,
  siblings: readonly Subject[],
): Evidence | null {
  switch (subject.kind) {
    case 'wallet':
      return walletEvidence(entry, subject);
    case 'party':
      return organisation === null
        ? null
        : byName(organisation, subject, () =>
            areOtherParties([...identifiers.keys()], ownIdentifiers(subject, siblings)),
          );
    default: {
      const key = ownIdentifier(subject);
      const [first, ...others] = (key === null ? undefined : identifiers.get(key)) ?? [];
      if (first === undefined) return null;
      const { kind, display } = subject;
      return evidenceOf(
        'L1',
        kind,
        display,
        [first, ...others].map((text) => ({ label: kind.toUpperCase(), text })),
      );
    }
  }
}

/** Lists often omit the country of issue. If the entry has one country, its numbers count as issued there. */
function identifiersOf({
  identifiers,
  countries,
}: SanctionsEntry): readonly (readonly [key: string, written: string])[] {
  const [only = null, ...others] = countries;
  return identifiers.flatMap(({ kind, value, country }) => {
    const key = identifierKey(kind, value, country ?? (others.length === 0 ? only : null));
    return key === null ? [] : [[key, value] as const];
  });
}

/** Unknown types count as organisations: lists of addresses state no type. */
const isOrganisation = ({ entityType }: SanctionsEntry): boolean =>
  entityType === 'organisation' || entityType === 'unknown';

const organisationOf = ({ names, countries, dates }: SanctionsEntry): ListedOrganisation => ({
  names: names.map(
    ({ name, kind, weak }): ListedOrganisationName => ({
      name,
      kind: kindOf(kind),
      weak,
      normal: normalName(name),
      read: once(() => readName(name, 'organisation')),
    }),
  ),
  countries,
  dates,
});

interface Written {
  readonly label: string;
  readonly text: string;
}

function walletEvidence(entry: SanctionsEntry, { value, display }: Subject): Evidence | null {
  const exact = entry.wallets.filter(({ payload }) => payload === value);
  if (exact.length > 0) return evidenceOf('L1', 'wallet', display, exact.map(writtenAs));
  const sameKey = entry.wallets.filter(({ payload }) => payload !== null && samePayload(payload, value));
  if (sameKey.length === 0) return null;
  const listed = [...new Set(sameKey.map(({ payload }) => encodingOf(payload ?? '')))].sort();
  const encodings = { listed, ours: encodingOf(value) };
  return { ...evidenceOf('L3', 'wallet', display, sameKey.map(writtenAs)), encodings };
}

const writtenAs = ({ ticker, address }: ListedWallet): Written => ({ label: ticker, text: address });

/** Encoding and script type of a payload. */
const encodingOf = (payload: string): string => payload.slice(0, payload.lastIndexOf(':'));

/** The names of an entry, if it may be an organisation; none for persons, ships and aircraft. */
export const organisationNames = (entry: SanctionsEntry): SanctionsEntry['names'] =>
  isOrganisation(entry) ? entry.names : [];

/** `NAME Example`: a name of an entry with its kind. */
export const labelled = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  `${nameLabels[kindOf(kind)]} ${name}`;

const kindOf = (kind: string): Term<'listedNameKind'> => (isTerm('listedNameKind', kind) ? kind : 'alias');

const nameLabels = { primary: 'NAME', alias: 'ALIAS', previous: 'FORMER' } as const;

function byName(organisation: ListedOrganisation, subject: Subject, isOut: () => boolean): Evidence | null {
  const found = nameEvidence(organisation, ownOrganisation(subject), isOut);
  if (found === null) return null;
  const { level, ours, particular } = found;
  const written = found.listed.map(({ name, kind }) => ({ label: nameLabels[kind], text: name }));
  const names = evidenceOf(level, 'name', ours, written);
  const second: readonly EvidenceItem[] =
    particular === null ? [] : [{ kind: particular.kind, ours: particular.value, listed: particular.value }];
  const whole = { ...names, items: [...names.items, ...second] };
  const { similar } = found;
  if (similar === undefined) return { ...whole, byName: { ours, particular } };
  return { ...whole, similar, byName: { ours, particular, similar: { ...similar, country: subject.country ?? null } } };
}

function evidenceOf(level: Evidence['level'], kind: string, ours: string, written: readonly Written[]): Evidence {
  const texts = [...new Set(written.map(({ text }) => text))];
  return {
    level,
    items: texts.map((listed) => ({ kind, ours, listed })),
    listedAs: [...new Set(written.map(({ label, text }) => `${label} ${text}`))].sort(),
    quote: texts[0] ?? '',
  };
}

/** Caches per subject, because thousands of entries are compared with it. */
const organisations = new WeakMap<Subject, OwnOrganisation>();
const identifierKeys = new WeakMap<Subject, string | null>();

function ownOrganisation(subject: Subject): OwnOrganisation {
  return memoized(organisations, subject, () => {
    const legalName = ownName(subject.display);
    const others = subject.names.filter((name) => name !== subject.display).map(ownName);
    return { legalName, names: [legalName, ...others], country: subject.country, dates: [] };
  });
}

/** Keys of the identifiers of a subject's party. */
const ownIdentifiers = ({ partyId }: Subject, siblings: readonly Subject[]): readonly string[] =>
  siblings.filter((sibling) => sibling.partyId === partyId).flatMap((sibling) => ownIdentifier(sibling) ?? []);

const ownIdentifier = (subject: Subject): string | null =>
  memoized(identifierKeys, subject, () => identifierKey(subject.kind, subject.display, subject.country));

function memoized<V>(all: WeakMap<Subject, V>, subject: Subject, make: () => V): V {
  const known = all.get(subject);
  if (known !== undefined) return known;
  const made = make();
  all.set(subject, made);
  return made;
}

const ownName = (name: string): OwnName => ({
  name,
  normal: normalName(name),
  read: once(() => readName(name, 'organisation')),
});

function once<V>(make: () => V): () => V {
  let made: { readonly value: V } | undefined;
  return () => (made ??= { value: make() }).value;
}
