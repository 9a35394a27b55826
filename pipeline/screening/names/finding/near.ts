/** Which names are near enough to be compared: their weightiest words have a neighbour on the other side. */
import { keysOf, shareKey } from './keys.ts';
import type { NameMode, ReadName, Word } from '../reading/word.ts';
import { wordCost } from '../pairing/word-cost.ts';

const dearest = 0.75;
const leastShare = 0.6;
const leastOfOther = 0.3;

/** A word of the vocabulary: one of a name, or two in a row written together. */
export interface Term {
  readonly word: Word;
  /** Places of its words in the name. */
  readonly places: readonly number[];
}

/** The words of a name by which it is found. */
export function termsOf({ words }: ReadName): readonly Term[] {
  const terms: Term[] = [];
  for (const [at, word] of words.entries()) {
    if (isFound(word)) terms.push({ word, places: [at] });
    const next = words[at + 1];
    const together = next === undefined ? null : writtenTogether(word, next);
    if (together !== null) terms.push({ word: together, places: [at, at + 1] });
  }
  return terms;
}

/** Words that count when names are looked up. */
export const isFound = ({ kind }: Word): boolean =>
  kind === 'name' || kind === 'domain' || kind === 'generic' || kind === 'place';

const shortest = 5;
const longest = 24;

/** Many names have the article of their first word in one word with it: `Al Mahdi`, `Almahdi`. */
const articles: ReadonlySet<string> = new Set(['al', 'el']);

function writtenTogether(word: Word, next: Word): Word | null {
  const text = word.text + next.text;
  const isAllowed = (word.kind !== 'stop' || articles.has(word.text)) && next.kind !== 'stop' && word.kind !== 'number';
  if (!isAllowed || text.length < shortest || text.length > longest) return null;
  const written = `${word.written} ${next.written}`;
  const [syllabic, bare] = [word.syllabic && next.syllabic, word.bare && next.bare];
  return { text, written, kind: 'name', mass: 0, meaning: null, syllabic, bare };
}

/** Mass of the words by which a name is found. */
export const foundMass = ({ words }: ReadName): number =>
  words.reduce((sum, word) => sum + (isFound(word) ? word.mass : 0), 0);

/** Whether two words that share a key are neighbours. */
export function areNeighbours(left: Word, right: Word, mode: NameMode): boolean {
  const cost = wordCost(left, right, mode);
  return cost !== null && cost.by !== 'number' && cost.cost < dearest;
}

/** Whether the mass of the words with a neighbour reaches what is needed. Both sides must. */
export const reaches = (mass: number, own: number, other: number): boolean =>
  mass >= leastShare * Math.min(own, other) - 1e-9;

/** Whether the words of one organisation's name weigh much less than those of the other. */
export const isOutweighed = (mode: NameMode, own: number, other: number): boolean =>
  mode === 'organisation' && Math.min(own, other) < leastOfOther * Math.max(own, other);

/** Two names that read equal are near, whatever their words. */
export const readingOf = ({ words }: ReadName): string => words.map(({ text }) => text).join(' ');

/** Whether two names are near. Equal words first: most names that are near are so by these, and then no key is made. */
export function areNear(left: ReadName, right: ReadName): boolean {
  if (left.words.length > 0 && readingOf(left) === readingOf(right)) return true;
  const [own, other] = [foundMass(left), foundMass(right)];
  if (own === 0 || other === 0 || isOutweighed(left.mode, own, other)) return false;
  const [ours, theirs] = [keyedTerms(left), keyedTerms(right)];
  const isReached = (): boolean =>
    reaches(massOfPlaces(left, ours, hasNeighbour), own, other) &&
    reaches(massOfPlaces(right, theirs, hasNeighbour), other, own);
  markNeighbours(ours, theirs, (term, one) => term.word.text === one.word.text);
  if (isReached()) return true;
  markNeighbours(
    ours,
    theirs,
    (term, one) => areNeighbours(term.word, one.word, left.mode) && shareKey(term.keys(), one.keys()),
  );
  return isReached();
}

/** Marks the terms with a neighbour among those of the other name. */
function markNeighbours(
  ours: readonly KeyedTerm[],
  theirs: readonly KeyedTerm[],
  areBoth: (term: KeyedTerm, one: KeyedTerm) => boolean,
): void {
  for (const term of ours) {
    for (const one of theirs) {
      if ((term.hasNeighbour && one.hasNeighbour) || !areBoth(term, one)) continue;
      term.hasNeighbour = true;
      one.hasNeighbour = true;
    }
  }
}

interface KeyedTerm extends Term {
  readonly keys: () => Int32Array;
  hasNeighbour: boolean;
}

const keyedTerms = (name: ReadName): readonly KeyedTerm[] =>
  termsOf(name).map(({ word, places }) => ({
    word,
    places,
    keys: () => keysOf(word, name.mode),
    hasNeighbour: false,
  }));

const hasNeighbour = (term: KeyedTerm): boolean => term.hasNeighbour;

/** Mass of a name's words that one of the chosen terms covers. */
export function massOfPlaces<T extends Pick<Term, 'places'>>(
  { words }: ReadName,
  terms: readonly T[],
  isChosen: (term: T) => boolean,
): number {
  let mass = 0;
  // Terms are in the order of their first place, so a place that is not beyond the last counted one is counted.
  let counted = -1;
  for (const term of terms) {
    if (!isChosen(term)) continue;
    for (const place of term.places) {
      const word = words[place];
      if (place <= counted || word === undefined) continue;
      counted = place;
      if (isFound(word)) mass += word.mass;
    }
  }
  return mass;
}
