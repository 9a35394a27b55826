/** Names of one mode by their words: finds exactly the names that are near to one, without comparing all of them. */
import { foundMass, isFound, isOutweighed, massOfPlaces, readingOf, reaches, termsOf } from './near.ts';
import { createMarks, createSums } from './sums.ts';
import { createVocabulary } from './vocabulary.ts';
import type { NameMode, ReadName, Word } from '../reading/word.ts';

export interface NameIndex {
  /** Replaces the names of an owner. */
  readonly put: (owner: string, names: readonly ReadName[]) => void;
  readonly remove: (owner: string) => void;
  /** Owners with a name that is near to this one, in no particular order, each once per name. */
  readonly near: (name: ReadName) => readonly IndexedName[];
}

interface IndexedName {
  readonly owner: string;
  readonly name: ReadName;
}

interface Slot extends IndexedName {
  readonly mass: number;
  readonly reading: string;
  readonly terms: readonly IndexedTerm[];
}

/** A word of the vocabulary, and its places in the name. */
interface IndexedTerm {
  readonly word: number;
  readonly places: readonly number[];
}

export function createNameIndex(mode: NameMode): NameIndex {
  const vocabulary = createVocabulary(mode);
  const slots: (Slot | undefined)[] = [];
  const free: number[] = [];
  const slotsOf = new Map<string, readonly number[]>();
  /** Slots by word and by reading. */
  const byWord: number[][] = [];
  const byReading = new Map<string, number[]>();
  const sums = createSums();
  const all = createMarks();
  const isNeighbour = ({ word }: IndexedTerm): boolean => all.has(word);

  const addSlot = (owner: string, name: ReadName): number => {
    const at = free.pop() ?? slots.length;
    const terms = termsOf(name).map(({ word, places }) => ({ word: vocabulary.idOf(word), places }));
    const reading = readingOf(name);
    slots[at] = { owner, name, mass: foundMass(name), reading, terms };
    for (const word of wordsOf(terms)) (byWord[word] ??= []).push(at);
    const equal = byReading.get(reading);
    if (equal === undefined) byReading.set(reading, [at]);
    else equal.push(at);
    return at;
  };

  const removeSlot = (at: number): void => {
    const slot = slots[at];
    if (slot === undefined) return;
    for (const word of wordsOf(slot.terms)) without(byWord[word], at);
    const equal = byReading.get(slot.reading);
    without(equal, at);
    if (equal?.length === 0) byReading.delete(slot.reading);
    slots[at] = undefined;
    free.push(at);
  };

  const remove = (owner: string): void => {
    for (const at of slotsOf.get(owner) ?? []) removeSlot(at);
    slotsOf.delete(owner);
  };

  return {
    remove,
    put: (owner, names) => {
      remove(owner);
      const read = names.filter(({ words }) => words.length > 0);
      if (read.length > 0)
        slotsOf.set(
          owner,
          read.map((name) => addSlot(owner, name)),
        );
    },
    near: (name) => {
      const own = foundMass(name);
      sums.start(slots.length);
      all.start(vocabulary.size());
      for (const [place, words] of neighboursByPlace(name, vocabulary.neighboursOf).entries()) {
        const word = name.words[place];
        const counts = word !== undefined && isFound(word);
        for (const ids of words) {
          for (const id of ids) {
            all.add(id);
            if (counts) for (const at of byWord[id] ?? []) sums.add(at, place, word.mass);
          }
        }
      }
      const found = new Set<number>(name.words.length === 0 ? [] : byReading.get(readingOf(name)));
      for (const at of sums.touched()) {
        const slot = slots[at];
        if (slot === undefined || !reaches(sums.of(at), own, slot.mass)) continue;
        if (own === 0 || slot.mass === 0 || isOutweighed(mode, own, slot.mass)) continue;
        if (reaches(massOfPlaces(slot.name, slot.terms, isNeighbour), slot.mass, own)) found.add(at);
      }
      return [...found].flatMap((at) => slots[at] ?? []);
    },
  };
}

const wordsOf = (terms: readonly IndexedTerm[]): ReadonlySet<number> => new Set(terms.map(({ word }) => word));

/** By place of a name, the words that neighbour its word or the words written together with it. */
function neighboursByPlace(
  name: ReadName,
  neighboursOf: (word: Word) => readonly number[],
): readonly (readonly number[])[][] {
  const ofPlace = name.words.map((): (readonly number[])[] => []);
  for (const { word, places } of termsOf(name)) {
    const found = neighboursOf(word);
    for (const place of places) ofPlace[place]?.push(found);
  }
  return ofPlace;
}

function without(slots: number[] | undefined, at: number): void {
  const place = slots?.indexOf(at) ?? -1;
  if (place < 0 || slots === undefined) return;
  const last = slots.pop();
  if (last !== undefined && place < slots.length) slots[place] = last;
}
