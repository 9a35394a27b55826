import type { Term, VocabularyName } from '../vocabulary.ts';

/** A vocabulary in words. */
interface VocabularyMeaning<N extends VocabularyName> {
  /** What its terms describe, one sentence. */
  readonly about: string;
  /** What each term states, one sentence. */
  readonly terms: Readonly<Record<Term<N>, string>>;
}

export type Meanings<N extends VocabularyName> = { readonly [K in N]: VocabularyMeaning<K> };

/** The meanings of some vocabularies: they do not compile while a term of one has none. */
export const meaningsOf = <const N extends VocabularyName>(meanings: Meanings<N>): Meanings<N> => meanings;
