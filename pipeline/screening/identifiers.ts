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
    case 'tax':
      return country === null || !isNumber(text) ? null : `${kind}:${country}:${text}`;
    default:
      return null;
  }
}

/** ISO 9362: eight characters identify the institution; the branch code XXX is its head office. */
function bicForm(text: string): string | null {
  const [, institution, branch = 'XXX'] = /^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2})([A-Z0-9]{3})?$/.exec(text) ?? [];
  return institution === undefined ? null : `bic:${institution}${branch}`;
}

const shortest = 4;
const longest = 60;

/** Lists print `0`, `N/A` and the like for an unknown number. */
const isNumber = (text: string): boolean =>
  text.length >= shortest && text.length <= longest && /\p{N}/u.test(text) && !/^0+$/.test(text);
