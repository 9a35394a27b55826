/** Keys of Korean syllables: equal for the spellings that systems of transliteration give one. */
import { syllables } from '../tables/tables.ts';
import { cached } from './cached.ts';

const exceptions: ReadonlyMap<string, string> = new Map(syllables);

const rules: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^[rl](?=y)/, ''],
  [/^(?:kk|g)/, 'k'],
  [/^(?:tt|d)/, 't'],
  [/^(?:pp|b)/, 'p'],
  [/^(?:jj|ch|j)/, 'c'],
  [/^ss/, 's'],
  [/^l/, 'r'],
  [/yeo/, 'yo'],
  [/eo/, 'o'],
  [/eu|oo|woo/, 'u'],
  [/ae|oe/, 'e'],
  [/wo/, 'o'],
  [/(?<=[aeiou])g$/, 'k'],
  [/(?<=[aeiou])b$/, 'p'],
  [/(?<=[aeiou])d$/, 't'],
  [/(?<=[aeiou])r$/, 'l'],
];

/** `gyeong`, `kyong` and `kyeong` are one. */
export const syllableKey = cached(
  20_000,
  (text: string) => text,
  (text) => exceptions.get(text) ?? rules.reduce((key, [pattern, by]) => key.replace(pattern, by), text),
);

/** Whether a word is one syllable of Hangul. */
export const isHangul = ({ syllabic, written }: { readonly syllabic: boolean; readonly written: string }): boolean =>
  syllabic && /^[\uac00-\ud7a3]$/.test(written);
