/** Comparison keys of identifiers of legal entities and instruments: equal for all notations of one identifier. */
import { isIsin } from '../../schemas/values/isin.ts';
import { isLei } from '../../schemas/values/lei.ts';
import { unicodeForm } from '../../schemas/values/unicode-form.ts';

/** Kinds of identifiers of a party, strongest first. One equal identifier is a match of the party. */
export const partyIdentifiers: readonly string[] = ['lei', 'registration', 'bic', 'tax'];

/**
 * `<kind>:<comparable value>`, equal on both sides exactly when the identifiers are; null when the text is no identifier of
 * the kind, so that it matches nothing. Registration and tax numbers are unique only within a country.
 */
export function identifierKey(kind: string, written: string, country: string | null): string | null {
  const text = unicodeForm(written, 'NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  switch (kind) {
    case 'lei':
      return isLei(text) ? `lei:${text}` : null;
    case 'isin':
      return isIsin(text) ? `isin:${text}` : null;
    case 'bic':
      return bicForm(text);
    case 'registration':
      if (country === null || !isNumber(text)) return null;
      return `registration:${country}:${atFullLength(withoutCountry(text, country), country)}`;
    case 'tax':
      return country === null || !isNumber(text) ? null : `${kind}:${country}:${withoutCountry(text, country)}`;
    default:
      return null;
  }
}

/**
 * Whether two parties cannot be one: both have an LEI, or a registration number of one country, and none is equal. Takes
 * keys of `identifierKey`.
 */
export function areOtherParties(listed: readonly string[], ours: readonly string[]): boolean {
  const issuers = new Set(ours.filter(isDistinctive).map(issuerOf));
  return [...issuers].some((issuer) => {
    const theirs = listed.filter((key) => issuerOf(key) === issuer);
    return theirs.length > 0 && !theirs.some((key) => ours.includes(key));
  });
}

const isDistinctive = (key: string): boolean => /^(?:lei|registration):/.test(key);

/** `lei`, or `registration:<country>`: within it, one party has one number. */
const issuerOf = (key: string): string => key.slice(0, key.lastIndexOf(':'));

/** ISO 9362: eight characters identify the institution; the branch code XXX is its head office. */
function bicForm(text: string): string | null {
  const [, institution, branch = 'XXX'] = /^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2})([A-Z0-9]{3})?$/.exec(text) ?? [];
  return institution === undefined ? null : `bic:${institution}${branch}`;
}

/** Digits of registration numbers that begin with zeros, which programs for tables leave out. */
const digits: Readonly<Record<string, number>> = { BE: 10, CZ: 8, DK: 8, EE: 8, GB: 8, NL: 8, PL: 10, SK: 8 };

const atFullLength = (text: string, country: string): string =>
  /^\d{6,}$/.test(text) ? text.padStart(digits[country] ?? 0, '0') : text;

/** Countries that write another code in front of tax numbers than that of ISO 3166. */
const taxPrefixes: Readonly<Record<string, string>> = { GR: 'EL' };
const leastDigits = /^[A-Z]?\d{5}/;

/** A number with the code of its country in front is the number: `BE 0401.574.852`. */
function withoutCountry(text: string, country: string): string {
  for (const prefix of [country, taxPrefixes[country]]) {
    if (prefix !== undefined && text.startsWith(prefix) && leastDigits.test(text.slice(prefix.length)))
      return text.slice(prefix.length);
  }
  return text;
}

const shortest = 4;
const longest = 60;

/** Lists print `0`, `N/A` and the like for an unknown number. */
const isNumber = (text: string): boolean =>
  text.length >= shortest && text.length <= longest && /\p{N}/u.test(text) && !/^0+$/.test(text);
