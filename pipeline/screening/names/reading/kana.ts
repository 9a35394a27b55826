/** Words in kana, and how a word of Latin letters sounds in it. */
import { cached } from './cached.ts';
import { respellWith, withoutDoubles } from './respell.ts';

export const kana = /[\u3041-\u309f\u30a1-\u30ff]/;
export const kanaRuns = /[\u3041-\u309f\u30a1-\u30ff]+|[^\u3041-\u309f\u30a1-\u30ff]+/g;

/** Kana has no l, v, th or x, no consonant without a vowel but n, and divides doubled letters. */
const respelled = respellWith([
  { letters: ['tch', 'ch'], by: 'c' },
  { letters: ['sh', 'th', 'z', 'j'], by: 's' },
  { letters: ['kh'], by: 'h' },
  { letters: ['ph', 'f'], by: 'h' },
  { letters: ['c'], by: 's', before: '(?=[eiy])' },
  { letters: ['ck', 'q', 'g'], by: 'k' },
  { letters: ['x'], by: 'ks' },
  { letters: ['ts'], by: 't' },
  { letters: ['dh', 'd'], by: 't' },
  { letters: ['b', 'v'], by: 'p' },
  { letters: ['l'], by: 'r' },
  { letters: ['m'], by: 'n' },
]);

/** The consonants of a word in Latin letters as kana writes them: equal for `syriatel` and `shiriateru`. */
export const makeKanaSound = (text: string): string => withoutDoubles(respelled(text)).replaceAll(/[aeiouy]/g, '');

export const kanaSound = cached(100_000, (text: string) => text, makeKanaSound);

export const isKana = ({ written }: { readonly written: string }): boolean => kana.test(written);
