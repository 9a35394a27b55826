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

const han = /[\u3400-\u9fff]/;

/** Whether a word is one syllable of Han. */
export const isHan = ({ syllabic, written }: { readonly syllabic: boolean; readonly written: string }): boolean =>
  syllabic && han.test(written);
