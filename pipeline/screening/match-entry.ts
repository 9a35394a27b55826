/**
 * Evidence that an entry of a sanctions list and a subject of an asset match. Levels: L1 equal wallet or identifier; L2
 * equal primary and legal name and one more equal particular; L3 equal name, or an equal key under another wallet
 * encoding; L4 similar name. `weak`: a weak alias only, which is no match.
 */
import type { ListedWallet, SanctionsEntry, Subject } from '../../schemas/generated/records.ts';
import { keyBytes, samePayload } from '../../schemas/values/wallets.ts';
import { areOtherParties, identifierKey } from './identifiers.ts';
import {
  isBornInOtherYear,
  lookupsOfNames,
  lookupsOfParty,
  memoized,
  modesOf,
  modeOfSubject,
  namedOf,
  nameLabels,
  namesIn,
  ownNames,
} from './entry-names.ts';
import { type Evidence, type EvidenceItem, evidenceOf, type WrittenIdentifier } from './evidence.ts';
import { type ListedOrganisation, nameEvidence } from './names/name-evidence.ts';
import { readName } from './names/similar.ts';
import type { NameMode, ReadName } from './names/reading/word.ts';

/** An entry with its comparison keys, computed once. */
export interface PreparedEntry {
  readonly entry: SanctionsEntry;
  readonly identifiers: ReadonlyMap<string, readonly string[]>;
  /** In each mode of its names; none for vessels and aircraft, whose names never match a party. */
  readonly named: readonly (ListedOrganisation & { readonly mode: NameMode })[];
}

export function prepareEntry(entry: SanctionsEntry): PreparedEntry {
  const identifiers = new Map<string, string[]>();
  for (const [key, written] of identifiersOf(entry)) {
    const known = identifiers.get(key);
    if (known === undefined) identifiers.set(key, [written]);
    else if (!known.includes(written)) known.push(written);
  }
  return { entry, identifiers, named: modesOf(entry).map((mode) => ({ mode, ...namedOf(entry, mode) })) };
}

/** Lookups of an entry. */
export function lookupsOfEntry(entry: SanctionsEntry): readonly string[] {
  if (entry.status === 'removed') return [];
  return [
    ...entry.wallets.flatMap(({ payload }) => (payload === null ? [] : [`wallet:${keyBytes(payload)}`])),
    ...identifiersOf(entry).map(([key]) => key),
    ...lookupsOfNames(entry),
  ];
}

/** Lookups of a subject. */
export function lookupsOfSubject(subject: Subject): readonly string[] {
  if (subject.kind === 'wallet') return [`wallet:${keyBytes(subject.value)}`];
  if (subject.kind === 'party') return lookupsOfParty(subject);
  const key = ownIdentifier(subject);
  return key === null ? [] : [key];
}

/** Names of an entry by which a similar one is found. Weak aliases are none. */
export function readNamesOfEntry(entry: SanctionsEntry): readonly ReadName[] {
  if (entry.status === 'removed') return [];
  return modesOf(entry).flatMap((mode) =>
    namesIn(entry, mode).flatMap(({ name, weak }) => (weak ? [] : [readName(name, mode)])),
  );
}

/** Names of a subject by which a similar one is found. */
export const readNamesOfSubject = (subject: Subject): readonly ReadName[] =>
  subject.kind === 'party' ? ownNames(subject).names.map(({ read }) => read()) : [];

/**
 * Evidence that the entry and the subject match; null without any. `siblings`: the subjects of the same asset; the
 * identifiers of the subject's party rule out that a similar name is the same party.
 */
export function evidenceFor(
  { entry, identifiers, named }: PreparedEntry,
  subject: Subject,
  siblings: readonly Subject[],
): Evidence | null {
  switch (subject.kind) {
    case 'wallet':
      return walletEvidence(entry, subject);
    case 'party': {
      const inMode = named.find(({ mode }) => mode === modeOfSubject(subject));
      if (inMode === undefined) return null;
      return byName(
        inMode,
        subject,
        () =>
          areOtherParties([...identifiers.keys()], ownIdentifiers(subject, siblings)) ||
          isBornInOtherYear(inMode, subject),
      );
    }
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

function walletEvidence(entry: SanctionsEntry, { value, display }: Subject): Evidence | null {
  const exact = entry.wallets.filter(({ payload }) => payload === value);
  if (exact.length > 0) return evidenceOf('L1', 'wallet', display, exact.map(writtenAs));
  const sameKey = entry.wallets.filter(({ payload }) => payload !== null && samePayload(payload, value));
  if (sameKey.length === 0) return null;
  const listed = [...new Set(sameKey.map(({ payload }) => encodingOf(payload ?? '')))].sort();
  const encodings = { listed, ours: encodingOf(value) };
  return { ...evidenceOf('L3', 'wallet', display, sameKey.map(writtenAs)), encodings };
}

const writtenAs = ({ ticker, address }: ListedWallet): WrittenIdentifier => ({ label: ticker, text: address });

/** Encoding and script type of a payload. */
const encodingOf = (payload: string): string => payload.slice(0, payload.lastIndexOf(':'));

function byName(listed: ListedOrganisation, subject: Subject, isOut: () => boolean): Evidence | null {
  const found = nameEvidence(listed, ownNames(subject), isOut);
  if (found === null) return null;
  const { level, ours, particular } = found;
  const written = found.listed.map(({ written: { name, kind } }) => ({ label: nameLabels[kind], text: name }));
  const names = evidenceOf(level, 'name', ours, written);
  const second: readonly EvidenceItem[] =
    particular === null ? [] : [{ kind: particular.kind, ours: particular.value, listed: particular.value }];
  const whole = { ...names, items: [...names.items, ...second] };
  const { similar } = found;
  const part = found.listed[0]?.part ?? null;
  const byPart = part === null ? {} : { part: { name: part.written ?? part.name, mark: part.mark, place: part.place } };
  if (similar === undefined) return { ...whole, byName: { ours, particular, ...byPart } };
  return {
    ...whole,
    similar,
    byName: { ours, particular, ...byPart, similar: { ...similar, country: subject.country ?? null } },
  };
}

/** Caches per subject, because thousands of entries are compared with it. */
const identifierKeys = new WeakMap<Subject, string | null>();

/** Keys of the identifiers of a subject's party. */
const ownIdentifiers = ({ partyId }: Subject, siblings: readonly Subject[]): readonly string[] =>
  siblings.filter((sibling) => sibling.partyId === partyId).flatMap((sibling) => ownIdentifier(sibling) ?? []);

const ownIdentifier = (subject: Subject): string | null =>
  memoized(identifierKeys, subject, () => identifierKey(subject.kind, subject.display, subject.country));
