/** Names of both sides of a match: of an entry, and of a party, in the mode of persons or of organisations. */
import type { ListedName, SanctionsEntry, Subject } from '../../schemas/generated/records.ts';
import { once } from '../../schemas/values/once.ts';
import { isTerm, type Term } from '../../schemas/vocabulary.ts';
import type { ListedOrganisation, ListedOrganisationName, OwnName, OwnOrganisation } from './names/name-evidence.ts';
import { nameKeys, type NormalName, normalName, normalPerson } from './names/equality/normal-name.ts';
import { type NamePart, partsOf } from './names/names-in-names.ts';
import { readName, readsAsOrganisation } from './names/similar.ts';
import type { NameMode } from './names/reading/word.ts';

/** Lists that publish some organisations as persons. */
const mixedLists: ReadonlySet<string> = new Set(['eu-fsf']);

/**
 * How the names of an entry are compared; none for ships and aircraft. Unknown types count as organisations: lists of
 * addresses state no type. A person of a list that publishes organisations as persons is both, where a name has a legal
 * form or a word of organisations.
 */
export function modesOf({
  entityType,
  list,
  names,
}: Pick<SanctionsEntry, 'entityType' | 'list' | 'names'>): readonly NameMode[] {
  if (entityType === 'organisation' || entityType === 'unknown') return ['organisation'];
  if (entityType !== 'person') return [];
  return mixedLists.has(list) && names.some(({ name }) => readsAsOrganisation(name))
    ? ['person', 'organisation']
    : ['person'];
}

/** How the names of a party are compared. */
export const modeOfSubject = ({ entity }: Subject): NameMode => (entity === 'person' ? 'person' : 'organisation');

const normalOf = (name: string, mode: NameMode): NormalName =>
  mode === 'person' ? normalPerson(name) : normalName(name);

/** Lookups of a name: names of persons and of organisations never meet. */
const nameLookups = (normal: NormalName, mode: NameMode): readonly string[] =>
  nameKeys(normal).map((key) => `${mode === 'person' ? 'person' : 'name'}:${key}`);

/** A name of an entry, or a name inside it. */
export interface NameOfEntry extends ListedName {
  readonly part: NamePart | null;
  /** The whole name as published. */
  readonly whole: ListedName;
}

/** The names of an entry, each followed by the names inside it: those are weak where the whole is weak. */
export const namesIn = ({ names }: Pick<SanctionsEntry, 'names'>, mode: NameMode): readonly NameOfEntry[] =>
  names.flatMap((whole) => [
    { ...whole, part: null, whole },
    ...partsOf(whole.name, mode).map((part) => ({
      name: part.name,
      kind: part.kind ?? whole.kind,
      weak: whole.weak,
      part,
      whole,
    })),
  ]);

/** Lookups of the names of an entry. */
export function lookupsOfNames(entry: SanctionsEntry): readonly string[] {
  return modesOf(entry).flatMap((mode) =>
    namesIn(entry, mode).flatMap(({ name }) => nameLookups(normalOf(name, mode), mode)),
  );
}

/** Lookups of the names of a party. */
export const lookupsOfParty = (subject: Subject): readonly string[] =>
  ownNames(subject).names.flatMap(({ normal }) => nameLookups(normal, modeOfSubject(subject)));

/** Of dates of birth, the years count. */
export const namedOf = (
  { names, countries, dates }: Pick<SanctionsEntry, 'names' | 'countries' | 'dates'>,
  mode: NameMode,
): ListedOrganisation => ({
  names: namesIn({ names }, mode).map(
    ({ name, kind, weak, part, whole }): ListedOrganisationName => ({
      name,
      kind: kindOf(kind),
      weak,
      part,
      written: { name: whole.name, kind: kindOf(whole.kind) },
      normal: normalOf(name, mode),
      read: once(() => readName(name, mode)),
    }),
  ),
  countries,
  dates: mode === 'person' ? [...new Set(dates.map((date) => date.slice(0, 4)))] : dates,
});

/** Lists often know a year of birth only about. */
export function isBornInOtherYear({ mode, dates }: ListedOrganisation & { readonly mode: NameMode }, subject: Subject) {
  const { birthYear } = subject;
  if (mode !== 'person' || birthYear === null || dates.length === 0) return false;
  return dates.every((year) => Math.abs(Number(year) - birthYear) > 1);
}

/** The names of an entry by which a party can match it; none for ships and aircraft. */
export const namesOf = (entry: SanctionsEntry): SanctionsEntry['names'] =>
  modesOf(entry).length === 0 ? [] : entry.names;

/** `NAME Example`: a name of an entry with its kind. */
export const labelled = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  `${nameLabels[kindOf(kind)]} ${name}`;

const kindOf = (kind: string): Term<'listedNameKind'> => (isTerm('listedNameKind', kind) ? kind : 'alias');

/** Labels of the kinds of listed names. */
export const nameLabels = { primary: 'NAME', alias: 'ALIAS', previous: 'FORMER' } as const;

const organisations = new WeakMap<Subject, OwnOrganisation>();

/** The names of a party, with its country and year of birth. */
export function ownNames(subject: Subject): OwnOrganisation {
  return memoized(organisations, subject, () => {
    const mode = modeOfSubject(subject);
    const legalName = ownName(subject.display, mode);
    const others = [subject.display, ...subject.names.filter((name) => name !== subject.display)]
      .flatMap((name) => [name, ...partsOf(name, mode).map((part) => part.name)])
      .slice(1)
      .map((name) => ownName(name, mode));
    const dates = subject.birthYear === null ? [] : [String(subject.birthYear)];
    return { legalName, names: [legalName, ...others], country: subject.country, dates };
  });
}

/** Caches per subject, because thousands of entries are compared with it. */
export function memoized<V>(all: WeakMap<Subject, V>, subject: Subject, make: () => V): V {
  const known = all.get(subject);
  if (known !== undefined) return known;
  const made = make();
  all.set(subject, made);
  return made;
}

const ownName = (name: string, mode: NameMode): OwnName => ({
  name,
  normal: normalOf(name, mode),
  read: once(() => readName(name, mode)),
});
