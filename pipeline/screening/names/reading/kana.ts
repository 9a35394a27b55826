/** Words in kana, and how a word of Latin letters sounds in it. */
import { cached } from './cached.ts';

export const kana = /[\u3041-\u309f\u30a1-\u30ff]/;
export const kanaRuns = /[\u3041-\u309f\u30a1-\u30ff]+|[^\u3041-\u309f\u30a1-\u30ff]+/g;

/** Kana has no l, v, th or x, no consonant without a vowel but n, and divides doubled letters. */
const rules: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/(?:tch|ch)/g, 'c'],
  [/(?:sh|th|z|j)/g, 's'],
  [/kh/g, 'h'],
  [/(?:ph|f)/g, 'h'],
  [/c(?=[eiy])/g, 's'],
  [/(?:ck|q|g)/g, 'k'],
  [/x/g, 'ks'],
  [/ts/g, 't'],
  [/dh?/g, 't'],
  [/[bv]/g, 'p'],
  [/l/g, 'r'],
  [/m/g, 'n'],
  [/(.)\1+/g, '$1'],
  [/[aeiouy]/g, ''],
];

/** The consonants of a word in Latin letters as kana writes them: equal for `syriatel` and `shiriateru`. */
export const kanaSound = cached(
  100_000,
  (text: string) => text,
  (text) => rules.reduce((sound, [pattern, by]) => sound.replaceAll(pattern, by), text),
);

export const isKana = ({ written }: { readonly written: string }): boolean => kana.test(written);
