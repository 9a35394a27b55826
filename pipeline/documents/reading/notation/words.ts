/** Words of texts as rules compare them. */
import { beyondAscii, unicodeForm } from '../../../../schemas/values/unicode-form.ts';

/** A line break within a word of a narrow cell: the two parts are one word. */
const brokenWord = /(?<=\p{Ll})- (?=\p{Ll})/gu;

/** White space that is not one space already. */
const otherSpace = /[^\S ]\s*| \s+/g;

/** A raised or lowered sign right after a digit: the mark of a note or an exponent, and no further digit. */
const raisedSign = /(?<=\d)[²³¹⁰-\u209c]/g;

/** A text as rules match it: one form of quotes, dashes and spaces, words that a line break cut joined. */
export function plainForm(text: string): string {
  // Most sentences have none of what is replaced, and a search for it is much quicker than a replacement.
  const quoted = beyondAscii.test(text)
    ? unmarked(unicodeForm(text.replaceAll(raisedSign, '^$&'), 'NFKC'))
    : text.replaceAll('`', "'");
  const spaced = quoted.replaceAll(otherSpace, ' ');
  return spaced.includes('- ') ? spaced.replaceAll(brokenWord, '') : spaced;
}

const unmarked = (text: string): string =>
  text
    .replaceAll(/[‘’‛′`ʼ]/g, "'")
    .replaceAll(/[“”„‟″ˮ]/g, '"')
    .replaceAll(/[‐‑‒–—―]/g, '-');

/** Words of a text: letters and digits, lower case; inner apostrophes and hyphens separate. */
export const foldedWords = (text: string): readonly string[] =>
  plainForm(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Share of words in common, of the longer list; 0 for an empty one. */
export function sharedWords(one: readonly string[], other: readonly string[]): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 0;
  const left = [...other];
  let shared = 0;
  for (const word of one) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return shared / longer;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Source of an expression for any of these texts; of two that begin alike, the longer one. */
export const anyOf = (texts: Iterable<string>): string =>
  [...texts]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(escaped)
    .join('|');
