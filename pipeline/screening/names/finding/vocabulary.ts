/** The words of an index, and which of them are neighbours of a word. */
import { keysOf } from './keys.ts';
import { areNeighbours } from './near.ts';
import { isKana } from '../reading/kana.ts';
import type { NameMode, Word } from '../reading/word.ts';

/** Words get ids from 0 on; a word that no name has any more keeps its id. */
export interface Vocabulary {
  readonly size: () => number;
  /** Id of a word; adds it if it is new. */
  readonly idOf: (word: Word) => number;
  /** Ids of the words that are neighbours of a word, itself included. */
  readonly neighboursOf: (word: Word) => readonly number[];
}

interface CachedNeighbours {
  /** Number of words when the neighbours were searched. */
  readonly size: number;
  readonly ids: readonly number[];
}

/** Neighbours of this many words are cached; then the cache starts again. */
const mostCached = 100_000;

export function createVocabulary(mode: NameMode): Vocabulary {
  const ids = new Map<string, number>();
  const words: Word[] = [];
  const byKey = new Map<number, number[]>();
  const cached = new Map<string, CachedNeighbours>();

  const add = (word: Word, identity: string): number => {
    const id = words.length;
    ids.set(identity, id);
    words.push(word);
    for (const key of keysOf(word, mode)) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [id]);
      else known.push(id);
    }
    return id;
  };

  const search = (word: Word): readonly number[] => {
    const met = new Set<number>();
    for (const key of keysOf(word, mode)) for (const id of byKey.get(key) ?? []) met.add(id);
    return [...met].filter((id) => {
      const other = words[id];
      return other !== undefined && areNeighbours(word, other, mode);
    });
  };

  return {
    size: () => words.length,
    idOf: (word) => {
      const identity = identityOf(word);
      return ids.get(identity) ?? add(word, identity);
    },
    neighboursOf: (word) => {
      const identity = identityOf(word);
      const known = cached.get(identity);
      if (known?.size === words.length) return known.ids;
      if (cached.size >= mostCached) cached.clear();
      const found = search(word);
      cached.set(identity, { size: words.length, ids: found });
      return found;
    },
  };
}

/** Everything of a word that decides which words are its neighbours. */
const identityOf = (word: Word): string => {
  const { text, kind, meaning, syllabic, bare } = word;
  return `${text} ${kind} ${meaning ?? ''} ${syllabic ? 's' : ''}${bare ? 'b' : ''}${isKana(word) ? 'k' : ''}`;
};
