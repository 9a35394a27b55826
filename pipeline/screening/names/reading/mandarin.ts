/** Keys of Mandarin syllables: equal for pinyin and the system of Wade and Giles, which lists write without its apostrophes. */
import { cached } from './cached.ts';

/** Aspirated and plain initials are one, because they differ by the apostrophe alone: `chang` is Zhang and Chang. */
const rules: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(l|n)(?:yu|v)/, '$1u'],
  [/^(?:tzu|tsu|ci)$/, 'zi'],
  [/^(?:ssu|szu)$/, 'si'],
  [/^j(?=[aeo]|ih)/, 'r'],
  [/^(?:zh|ch|j|q)/, 'C'],
  [/^hs/, 'x'],
  [/^(?:tz|ts|c)/, 'z'],
  [/^g/, 'k'],
  [/^d/, 't'],
  [/^b/, 'p'],
  [/^i(?=$|n)/, 'yi'],
  [/^yen$/, 'yan'],
  [/^erh$/, 'er'],
  [/ung$/, 'ong'],
  [/ien$/, 'ian'],
  [/(?<=[iueyCstrzlx])eh$|(?<=h)eh$/, 'e'],
  [/uei$/, 'ui'],
  [/ih$/, 'i'],
  [/(?<=^[kh])o$/, 'e'],
  [/(?<=^(?:[tlnzCsr]|sh))o$/, 'uo'],
];

const longestSyllable = 6;

/** `hsiao` and `xiao` are one; null for a word that is longer than a syllable. */
export const mandarinKey = cached(
  20_000,
  (text: string) => text,
  (text): string | null =>
    text.length > longestSyllable ? null : rules.reduce((key, [pattern, by]) => key.replace(pattern, by), text),
);

/** Letters and a tone, once or more: `Zhang1`, `Zhi4qiang2`. */
const withTones =
  /(?<![\p{L}\p{N}\p{M}])(?:\p{L}\p{M}?){1,6}[1-5](?:(?:\p{L}\p{M}?){1,6}[1-5]){0,3}(?![\p{L}\p{N}\p{M}])/gu;
const leastTones = 2;

/** Pinyin without the digits of its tones, which are accents otherwise: `Zhang1 Wei3`. One digit alone may be a number. */
export function withoutTones(text: string): string {
  if (!/[1-5]/.test(text)) return text;
  let count = 0;
  const plain = text.replaceAll(withTones, (word) => {
    const letters = word.replaceAll(/[1-5]/g, '');
    count += word.length - letters.length;
    return letters;
  });
  return count < leastTones ? text : plain;
}

const han = /[\u3400-\u9fff]/;

/** Whether a word is one syllable of Han. */
export const isHan = ({ syllabic, written }: { readonly syllabic: boolean; readonly written: string }): boolean =>
  syllabic && han.test(written);
