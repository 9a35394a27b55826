/** How much of a text another one retains, measured on runs of five words (shingles). */
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';

export interface TextMeasures {
  /** Share of the old text's shingles that the new text has, 0 to 1, six decimals. */
  readonly kept5: number;
  /** Share of the new text's shingles that the old text lacks, 0 to 1, six decimals. */
  readonly new5: number;
}

/** The words of a text in comparable form, and its shingles by their length. */
export interface WordedText {
  readonly words: readonly string[];
  readonly shingles: (length: number) => ReadonlySet<string>;
}

const shingleLength = 5;

/** Soft hyphens, joiners and other invisible characters within words. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Scripts without spaces between words: every character counts as a word. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const word = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}_])+`, 'gu');

/** Runs of letters, marks, digits and `_` in NFKC and lower case; everything between them is ignored. */
export const wordsOf = (text: string): readonly string[] =>
  unicodeForm(text, 'NFKC').replaceAll(invisible, '').toLowerCase().match(word) ?? [];

export function worded(text: string): WordedText {
  const words = wordsOf(text);
  const known = new Map<number, ReadonlySet<string>>();
  return {
    words,
    shingles: (length) => {
      const shingles = known.get(length) ?? shinglesOf(words, length);
      known.set(length, shingles);
      return shingles;
    },
  };
}

/**
 * Retained and added shares of two texts, as sets of shingles. If a text has fewer than five words, shingles are as long as
 * the shorter text. A text without words loses nothing and adds nothing.
 */
export const compareTexts = (oldText: string, newText: string): TextMeasures =>
  compareWorded(worded(oldText), worded(newText));

export function compareWorded(old: WordedText, current: WordedText): TextMeasures {
  const shortest = Math.min(old.words.length || shingleLength, current.words.length || shingleLength);
  const length = Math.min(shingleLength, shortest);
  const before = old.shingles(length);
  const after = current.shingles(length);
  let common = 0;
  for (const shingle of before) if (after.has(shingle)) common += 1;
  return {
    kept5: before.size === 0 ? 1 : rounded(common / before.size),
    new5: after.size === 0 ? 0 : rounded((after.size - common) / after.size),
  };
}

function shinglesOf(words: readonly string[], length: number): ReadonlySet<string> {
  const shingles = new Set<string>();
  for (let start = 0; start + length <= words.length; start += 1) {
    shingles.add(words.slice(start, start + length).join(' '));
  }
  return shingles;
}

const rounded = (share: number): number => Math.round(share * 1e6) / 1e6;
