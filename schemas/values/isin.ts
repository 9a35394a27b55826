import { isCountry } from './countries.ts';
import { luhnSum } from './luhn.ts';

const shape = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

/** Whether `text` is an International Securities Identification Number, ISO 6166: shape and check digit (Luhn). */
export function isIsin(text: string): boolean {
  if (!shape.test(text)) return false;
  return luhnSum(Array.from(text, (character) => Number.parseInt(character, 36).toString()).join('')) % 10 === 0;
}

/** Prefixes of ISO 6166 that are no country: international securities, the European Union and substitute agencies. */
const otherPrefixes: ReadonlySet<string> = new Set('XS XA XB XC XD XF XK XT EU EZ QS QT QY'.split(' '));

/** Why a text is no ISIN; null when it is one. */
export type IsinProblem = 'shape' | 'prefix' | 'check_digit';

/** What is wrong with a printed ISIN: its form, its first two letters, or its check digit. */
export function isinProblem(text: string): IsinProblem | null {
  if (!shape.test(text)) return 'shape';
  const prefix = text.slice(0, 2);
  if (!isCountry(prefix) && !otherPrefixes.has(prefix)) return 'prefix';
  return isIsin(text) ? null : 'check_digit';
}
