import type { Term } from '../../../schemas/vocabulary.ts';
import { formsAgree, type NormalName } from './normal-name.ts';

/** A name of a list entry, with its normal form. */
export interface ListedOrganisationName {
  readonly name: string;
  readonly kind: Term<'listedNameKind'>;
  readonly weak: boolean;
  readonly normal: NormalName;
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
}

/** Level of a match by name. */
export interface NameEvidence {
  readonly level: 'L2' | 'L3' | 'L4';
  /** The names of the entry that match at this level. */
  readonly listed: readonly ListedOrganisationName[];
  /** The declared name that equals the first of them. */
  readonly ours: string;
  /** The second equal particular (L2). */
  readonly particular: { readonly kind: 'country' | 'date'; readonly value: string } | null;
}

/**
 * Decides the level of a match by name; null when no name matches. L2: the primary name equals the legal name, and a
 * country or date is equal too. L3: any other pair of equal names. L4: the listed name is a weak alias. Names are equal
 * when their normal forms are equal and their legal forms do not exclude each other. No other code decides whether
 * names match.
 */
export function nameEvidence(entry: ListedOrganisation, own: OwnOrganisation): NameEvidence | null {
  const found = entry.names.flatMap((listed) => evidenceOfName(listed, entry, own) ?? []);
  const [best] = [...found].sort((a, b) => (a.level < b.level ? -1 : a.level > b.level ? 1 : 0));
  if (best === undefined) return null;
  return { ...best, listed: found.filter(({ level }) => level === best.level).flatMap(({ listed }) => listed) };
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
  if (listed.weak) return { ...found, level: 'L4', particular: null };
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
