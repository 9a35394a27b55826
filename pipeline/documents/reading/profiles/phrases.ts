/**
 * Texts of profiles to match: words, case folded. `*` stands for up to five words. No regular expression of an operator is
 * ever run, so a profile cannot make matching slow.
 */
import { unicodeForm } from '../../../../schemas/values/unicode-form.ts';

/** Words that `*` stands for at most. */
const mostWords = 5;

/** Words of a text: letters, marks, digits and inner points, case folded. Everything else separates. */
export const phraseWords = (text: string): readonly string[] =>
  unicodeForm(text, 'NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+(?:[.'’][\p{L}\p{M}\p{N}]+)*/gu) ?? [];

/** A phrase as it is matched: its words, and null for each `*`. */
const partsOf = (phrase: string): readonly (string | null)[] =>
  phrase
    .split('*')
    .flatMap((part, index) => [...(index === 0 ? [] : [null]), ...phraseWords(part)])
    .filter((part, index, all) => part !== null || all[index - 1] !== null);

/** Phrases are few and matched with every document. */
const known = new Map<string, readonly (string | null)[]>();
const mostKnown = 1_000;

function readParts(phrase: string): readonly (string | null)[] {
  const parts = known.get(phrase) ?? partsOf(phrase);
  if (known.size >= mostKnown) known.clear();
  known.set(phrase, parts);
  return parts;
}

const isWhole = (parts: readonly (string | null)[]): parts is readonly string[] => !parts.includes(null);

/** Whether the words stand in the words one after the other; for phrases without `*`, many times faster. */
const hasWords = (words: readonly string[], phrase: readonly string[]): boolean => {
  const [first, ...rest] = phrase;
  if (first === undefined) return false;
  for (let at = words.indexOf(first); at !== -1; at = words.indexOf(first, at + 1)) {
    if (rest.every((word, index) => words[at + 1 + index] === word)) return true;
  }
  return false;
};

/** Whether the words contain the phrase. Takes at most words × parts × 6 steps. */
export function hasPhrase(words: readonly string[], phrase: string): boolean {
  const parts = readParts(phrase);
  if (!parts.some((part) => part !== null)) return false;
  if (isWhole(parts)) return hasWords(words, parts);
  // Positions before which the parts so far have matched.
  let places = new Set(words.keys());
  for (const part of parts) {
    const next = new Set<number>();
    for (const place of places) {
      if (part === null) for (let skip = 0; skip <= mostWords; skip += 1) next.add(place + skip);
      else if (words[place] === part) next.add(place + 1);
    }
    if (next.size === 0) return false;
    places = next;
  }
  return [...places].some((place) => place <= words.length);
}
