/** Normal forms in which texts and numbers of two readings are compared. */
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';

/** The text in Unicode NFC, so that equivalent sequences of code points are equal. */
export const strictForm = (text: string): string => unicodeForm(text, 'NFC');

/**
 * The text without differences of spelling: compatibility characters (NFKC, including no-break spaces), runs of whitespace,
 * invisible characters, kinds of quotes and dashes, letter case, and punctuation around the whole text.
 */
export function looseForm(text: string): string {
  const plain = unicodeForm(text, 'NFKC').replace(invisible, '').replace(singleQuotes, "'").replace(doubleQuotes, '"');
  const folded = unicodeForm(plain.replace(dashes, '-').toUpperCase().toLowerCase(), 'NFKC');
  return trimmed(folded.replace(/\s+/g, ' '));
}

/** Decimal text without trailing zeros in its fraction: `1.50` and `1.5` are one number. */
export function plainDecimal(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charAt(end - 1) === '0') end -= 1;
  return text.slice(0, text.charAt(end - 1) === '.' ? end - 1 : end);
}

const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const singleQuotes = /[\u2018-\u201b\u2032]/g;
const doubleQuotes = /[\u201c-\u201f\u2033\u00ab\u00bb]/g;
const dashes = /[\u2010-\u2015\u2212]/g;

const punctuation: ReadonlySet<string> = new Set(' \'"()[]{}<>.,;:!?-*_•·|¡¿');

function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && punctuation.has(text.charAt(end - 1))) end -= 1;
  let start = 0;
  while (start < end && punctuation.has(text.charAt(start)) && !startsNumber(text, start)) start += 1;
  return text.slice(start, end);
}

/** A sign or a point before a number belongs to it. */
const startsNumber = (text: string, at: number): boolean => /^-?\.?\d/.test(text.slice(at, at + 3));
