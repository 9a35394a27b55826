import { compareTexts } from '../../../../../schemas/values/compare-texts.ts';
import { createGroups } from '../groups.ts';
import { createOrderedList, placeOf } from '../ordered-list.ts';

/** A word with items. */
interface IndexedWord<I> {
  readonly word: string;
  readonly items: Iterable<I>;
  /** Number of items. */
  readonly count: number;
}

/** Words in order, each with the items that have it. */
export interface WordIndex<I> {
  readonly add: (words: readonly string[], item: I) => void;
  readonly remove: (words: readonly string[], item: I) => void;
  readonly itemsOf: (word: string) => Iterable<I>;
  readonly has: (word: string) => boolean;
  /** Words that begin with a text, in order. */
  readonly startingWith: (prefix: string) => Iterable<IndexedWord<I>>;
  /** All words in order. */
  readonly words: () => readonly string[];
}

export function createWordIndex<I extends object>(): WordIndex<I> {
  const groups = createGroups<I>();
  const ordered = createOrderedList<string>(compareTexts);
  return {
    add: (words, item) => {
      for (const word of words) if (groups.add(word, item)) ordered.add(word);
    },
    remove: (words, item) => {
      for (const word of words) if (groups.remove(word, item)) ordered.remove(word);
    },
    itemsOf: groups.of,
    has: groups.has,
    startingWith: function* (prefix) {
      const words = ordered.items();
      for (let place = placeOf(words, prefix, compareTexts); place < words.length; place += 1) {
        const word = words[place] ?? '';
        if (!word.startsWith(prefix)) return;
        yield { word, items: groups.of(word), count: groups.countOf(word) };
      }
    },
    words: ordered.items,
  };
}
