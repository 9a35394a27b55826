import type { Term } from '../../../schemas/vocabulary.ts';
import { formsAgree, type NormalName } from './equality/normal-name.ts';
import type { NamePart } from './names-in-names.ts';
import { bestSimilar, type SimilarNames } from './similar-evidence.ts';
import type { ReadName } from './reading/word.ts';

/** A name of a list entry, with its forms for comparison. */
export interface ListedOrganisationName {
  readonly name: string;
  readonly kind: Term<'listedNameKind'>;
  readonly weak: boolean;
  readonly normal: NormalName;
  /** Read when it is first needed. */
  readonly read: () => ReadName;
  /** Where it stands inside another name; null for a whole one. */
  readonly part: NamePart | null;
  /** The whole name as published, with its kind. */
  readonly written: { readonly name: string; readonly kind: Term<'listedNameKind'> };
}

/** Particulars of an organisation on a list. */
export interface ListedOrganisation {
  readonly names: readonly ListedOrganisationName[];
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Dates of foundation or registration: YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly dates: readonly string[];
}

/** Declared particulars of an organisation of the registry. */
export interface OwnOrganisation {
  readonly legalName: OwnName;
  /** All names, including the legal one. */
  readonly names: readonly OwnName[];
  readonly country: string | null;
  readonly dates: readonly string[];
}

export interface OwnName {
  readonly name: string;
  readonly normal: NormalName;
  /** Read when it is first needed. */
  readonly read: () => ReadName;
}

/** Level of a match by name. `weak`: equal or similar to a weak alias only, which is no match. */
export interface NameEvidence {
  readonly level: 'L2' | 'L3' | 'L4' | 'weak';
  /** The names of the entry that match at this level. */
  readonly listed: readonly ListedOrganisationName[];
  /** The declared name that matches the first of them. */
  readonly ours: string;
  /** The second equal particular (L2). */
  readonly particular: { readonly kind: 'country' | 'date'; readonly value: string } | null;
  /** In which words the names agree, where they are similar but not equal. */
  readonly similar?: SimilarNames;
}

/**
 * Decides the level of a match by name; null when no name matches. L2: the primary name equals the legal name, and a
 * country or date is equal too. L3: any other pair of equal names. L4: names that are similar, unless `isRuledOut`: then
 * identifiers of the two differ. `weak`: the listed name is a weak alias. Names are equal when their normal forms are
 * equal and their legal forms do not exclude each other. No other code decides whether names match.
 */
export function nameEvidence(
  entry: ListedOrganisation,
  own: OwnOrganisation,
  isRuledOut: () => boolean = () => false,
): NameEvidence | null {
  const found = entry.names.flatMap((listed) => evidenceOfName(listed, entry, own) ?? []);
  const [best] = [...found].sort((a, b) => (a.level < b.level ? -1 : a.level > b.level ? 1 : 0));
  if (best !== undefined && best.level !== 'weak') {
    return { ...best, listed: found.filter(({ level }) => level === best.level).flatMap(({ listed }) => listed) };
  }
  const similar = isRuledOut() ? null : similarEvidence(entry, own);
  return similar?.level === 'L4' ? similar : (best ?? similar);
}

/** Strong names first: a weak alias counts only without them. */
function similarEvidence(entry: ListedOrganisation, own: OwnOrganisation): NameEvidence | null {
  for (const [level, isWeak] of [
    ['L4', false],
    ['weak', true],
  ] as const) {
    const best = bestSimilar(
      entry.names.filter(({ weak }) => weak === isWeak),
      own.names,
    );
    if (best !== null) {
      return { level, listed: [best.listed], ours: best.ours.name, particular: null, similar: best.similar };
    }
  }
  return null;
}

function evidenceOfName(
  listed: ListedOrganisationName,
  entry: ListedOrganisation,
  own: OwnOrganisation,
): NameEvidence | null {
  const ours = isEqual(listed.normal, own.legalName.normal)
    ? own.legalName
    : own.names.find(({ normal }) => isEqual(listed.normal, normal));
  if (ours === undefined) return null;
  const found = { listed: [listed], ours: ours.name };
  if (listed.weak) return { ...found, level: 'weak', particular: null };
  const particular = listed.kind === 'primary' && ours === own.legalName ? sameParticular(entry, own) : null;
  return { ...found, level: particular === null ? 'L3' : 'L2', particular };
}

const isEqual = (left: NormalName, right: NormalName): boolean =>
  left.base !== '' && left.base === right.base && formsAgree(left, right);

function sameParticular(entry: ListedOrganisation, own: OwnOrganisation): NameEvidence['particular'] {
  if (own.country !== null && entry.countries.includes(own.country)) return { kind: 'country', value: own.country };
  const date = own.dates.find((one) => entry.dates.includes(one));
  return date === undefined ? null : { kind: 'date', value: date };
}
