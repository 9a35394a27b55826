/** Which names are near enough to be compared: their weightiest words have a neighbour on the other side. */
import { keysOf } from './keys.ts';
import type { NameMode, ReadName, Word } from './word.ts';
import { wordCost } from './word-cost.ts';

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

function writtenTogether(word: Word, next: Word): Word | null {
  const text = word.text + next.text;
  const isAllowed = word.kind !== 'stop' && next.kind !== 'stop' && word.kind !== 'number';
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

/** Whether one organisation's name says much less than the other's. */
export const isOutweighed = (mode: NameMode, own: number, other: number): boolean =>
  mode === 'organisation' && Math.min(own, other) < leastOfOther * Math.max(own, other);

/** Two names that read equal are near, whatever their words. */
export const readingOf = ({ words }: ReadName): string => words.map(({ text }) => text).join(' ');

/** Mass of a name's words that have a neighbour among the other one's terms. */
function neighbouredMass(name: ReadName, terms: readonly Term[], others: readonly Term[]): number {
  const keys = new Map<number, Word[]>();
  for (const { word } of others) {
    for (const key of keysOf(word, name.mode)) {
      const known = keys.get(key);
      if (known === undefined) keys.set(key, [word]);
      else known.push(word);
    }
  }
  const places = new Set<number>();
  for (const { word, places: own } of terms) {
    if (own.every((place) => places.has(place))) continue;
    const has = keysOf(word, name.mode).some((key) =>
      (keys.get(key) ?? []).some((other) => areNeighbours(word, other, name.mode)),
    );
    if (has) for (const place of own) places.add(place);
  }
  let mass = 0;
  for (const place of places) {
    const word = name.words[place];
    if (word !== undefined && isFound(word)) mass += word.mass;
  }
  return mass;
}

/** Whether two names are near. */
export function areNear(left: ReadName, right: ReadName): boolean {
  if (left.words.length > 0 && readingOf(left) === readingOf(right)) return true;
  const [own, other] = [foundMass(left), foundMass(right)];
  if (own === 0 || other === 0 || isOutweighed(left.mode, own, other)) return false;
  const [ours, theirs] = [termsOf(left), termsOf(right)];
  return (
    reaches(neighbouredMass(left, ours, theirs), own, other) &&
    reaches(neighbouredMass(right, theirs, ours), other, own)
  );
}
