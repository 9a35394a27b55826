/** One spelling for those that transliterations make of one word. */
import { cached } from './cached.ts';

const rules: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/kh/g, 'h'],
  [/tch/g, 'ch'],
  [/ck/g, 'k'],
  [/ou/g, 'u'],
  [/ph/g, 'f'],
  [/c(?![ehiy])/g, 'k'],
  [/tre[iy]d/g, 'trade'],
  [/w/g, 'v'],
  [/x/g, 'ks'],
  [/q/g, 'k'],
  [/j(?=[aeou])/g, 'y'],
  [/yo/g, 'e'],
  [/(?:iy|yi|ij|yj|ii|yy|y|i)/g, 'i'],
  [/ie/g, 'e'],
  [/(.)\1+/g, '$1'],
  [/(?<=a)h$/g, ''],
];

/** Shorter words are not levelled: too many are one. */
export const leastLevelled = 4;

/** `Aleksey` and `Alexei` are one. */
export const levelledSpelling = cached(
  100_000,
  (text: string) => text,
  (text) => rules.reduce((level, [pattern, by]) => level.replaceAll(pattern, by), text),
);
