import type { Term } from '../../../schemas/vocabulary.ts';
import { formsAgree, type NormalName } from './normal-name.ts';

/** A name as an entry of a list carries it, with what to compare. */
export interface ListedOrganisationName {
  readonly name: string;
  readonly kind: Term<'listedNameKind'>;
  readonly weak: boolean;
  readonly normal: NormalName;
}

/** What an entry states about an organisation. */
export interface ListedOrganisation {
  readonly names: readonly ListedOrganisationName[];
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Of foundation or registration: YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly dates: readonly string[];
}

/** What is declared about an organisation of ours. */
export interface OwnOrganisation {
  readonly legalName: OwnName;
  /** All names, the legal one among them. */
  readonly names: readonly OwnName[];
  readonly country: string | null;
  readonly dates: readonly string[];
}

export interface OwnName {
  readonly name: string;
  readonly normal: NormalName;
}

/** How far two organisations are the same by their names. */
export interface NameEvidence {
  readonly level: 'L2' | 'L3' | 'L4';
  /** The names of the entry that are as surely ours. */
  readonly listed: readonly ListedOrganisationName[];
  /** Our name that equals the first of them. */
  readonly ours: string;
  /** The second particular that is equal (L2). */
  readonly particular: { readonly kind: 'country' | 'date'; readonly value: string } | null;
}

/**
 * What the names of an entry say about an organisation (domain 7.3, levels L2 to L4); null when nothing. Names are equal
 * when their normal forms are and their legal forms do not exclude one another. The only place where names are weighed.
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
