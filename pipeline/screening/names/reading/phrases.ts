/** Lookup of phrases in the tables. */
import type { RawWord } from './word.ts';

export interface Phrases {
  readonly heads: ReadonlyMap<string, string>;
  /** Words of the longest phrase. */
  readonly longest: number;
  /** Words that a phrase starts with, and words that one ends with: most words of a name are neither. */
  readonly first: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
}

/** The first head of a phrase wins. */
export function phrasesOf(rows: Iterable<readonly [text: string, head: string]>): Phrases {
  const heads = new Map<string, string>();
  const [first, last] = [new Set<string>(), new Set<string>()];
  let longest = 0;
  for (const [text, head] of rows) {
    if (text === '') continue;
    if (!heads.has(text)) heads.set(text, head);
    const words = text.split(' ');
    longest = Math.max(longest, words.length);
    first.add(words[0] ?? '');
    last.add(words.at(-1) ?? '');
  }
  return { heads, longest, first, last };
}

export function textOf(words: readonly RawWord[]): string {
  let all = words[0]?.text ?? '';
  for (let at = 1; at < words.length; at += 1) all += ` ${words[at]?.text ?? ''}`;
  return all;
}

export interface FoundPhrase {
  readonly head: string;
  /** Number of its words. */
  readonly length: number;
}

/** The longest phrase at the end of the words that leaves one word or more. */
export function phraseAtEnd(words: readonly RawWord[], { heads, longest, last }: Phrases): FoundPhrase | null {
  if (!last.has(words.at(-1)?.text ?? '')) return null;
  let [found, text]: [FoundPhrase | null, string] = [null, ''];
  for (let length = 1; length <= longest && length < words.length; length += 1) {
    const before = words[words.length - length]?.text ?? '';
    text = length === 1 ? before : `${before} ${text}`;
    const head = heads.get(text);
    if (head !== undefined) found = { head, length };
  }
  return found;
}

/** The longest phrase at the start of the words that leaves one word or more. */
export function phraseAtStart(words: readonly RawWord[], { heads, longest, first }: Phrases): FoundPhrase | null {
  if (!first.has(words[0]?.text ?? '')) return null;
  for (let length = Math.min(longest, words.length - 1); length > 0; length -= 1) {
    const head = heads.get(textOf(words.slice(0, length)));
    if (head !== undefined) return { head, length };
  }
  return null;
}
