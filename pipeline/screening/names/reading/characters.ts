/** Characters of a name before it is read: what is invisible is dropped, and what is one character in two forms is one. */
import { withoutEntities } from '../../../text/html-entities.ts';
import { beyondAscii } from '../../../../schemas/values/unicode-form.ts';
import { han } from '../tables/tables.ts';

/**
 * Default ignorable code points (Unicode): soft hyphens, zero-width spaces and joiners, marks of direction, variants. As
 * ranges, because the class of a regular expression depends on the Unicode version of the machine. A soft hyphen divides a
 * word at the end of a line, so the space behind it goes, too.
 */
const ignorable =
  /\u00ad\s*|[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

const simplified: ReadonlyMap<string, string> = new Map(han);
const hanPattern = /[\u3400-\u9fff]/g;

/**
 * A hyphen between three digits or more, behind five digits or more (a check digit), or between one digit and one letter:
 * `9123-4567`, `1234567-8`, `3-D`; not `2004-1`, a year and a number.
 */
const joinedHyphen =
  /(?<=\p{N}{3})[-\u2010-\u2013](?=\p{N}{3})|(?<=\p{N}{5})[-\u2010-\u2013](?=\p{N})|(?<=(?<![\p{L}\p{N}])\p{N})[-\u2010-\u2013](?=\p{L}(?![\p{L}\p{N}]))/gu;

/** Marks of Japanese and Korean legal forms, of which NFKC makes a letter in brackets. */
const formMarks: ReadonlyMap<string, string> = new Map([
  ['㈱', ' 株式会社 '],
  ['株', ' 株式会社 '],
  ['㈲', ' 有限会社 '],
  ['有', ' 有限会社 '],
  ['㈜', ' 주식회사 '],
  ['주', ' 주식회사 '],
  ['유', ' 유한회사 '],
]);
const formMarkPattern = /[㈱㈲㈜]|[(（]([株有주유])[)）]/g;

/** The text with its entities decoded and without invisible characters. */
export function visible(text: string): string {
  const plain = withoutEntities(text);
  if (!beyondAscii.test(plain)) return plain;
  return plain
    .replaceAll(ignorable, '')
    .replaceAll(formMarkPattern, (mark: string, letter?: string) => formMarks.get(letter ?? mark) ?? mark);
}

/** Traditional Han characters as simplified ones, for comparing only. */
export const simplifiedHan = (text: string): string =>
  beyondAscii.test(text) ? text.replaceAll(hanPattern, (letter) => simplified.get(letter) ?? letter) : text;

/** Numbers that a hyphen divides, or spaces between their thousands, are one number. */
export function joinedNumbers(text: string): string {
  if (!mayHaveDigit.test(text)) return text;
  const joined = hyphen.test(text) ? text.replaceAll(joinedHyphen, '') : text;
  return joined.replaceAll(inThousands, (number) => number.replaceAll(' ', ''));
}

const mayHaveDigit = /[^\0-/:-\x7f]/;
const hyphen = /[-\u2010-\u2013]/;
/** Two groups of three digits or more behind the first one: `123 456 789`. */
const inThousands = /(?<!\d)\d{1,3}(?: \d{3}){2,6}(?!\d)/g;
