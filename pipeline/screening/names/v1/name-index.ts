/** Names of one mode by their words: finds exactly the names that are near to one, without comparing all of them. */
import { foundMass, isFound, isOutweighed, readingOf, reaches, type Term, termsOf } from './near.ts';
import { createVocabulary } from './vocabulary.ts';
import type { NameMode, ReadName } from './word.ts';

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
      const ofPlace = neighboursByPlace(termsOf(name), (term) => vocabulary.neighboursOf(term.word));
      for (const [place, words] of ofPlace) {
        const word = name.words[place];
        if (word === undefined || !isFound(word)) continue;
        for (const id of words) for (const at of byWord[id] ?? []) sums.add(at, place, word.mass);
      }
      const all = new Set<number>();
      for (const words of ofPlace.values()) for (const id of words) all.add(id);
      const found = new Set<number>(name.words.length === 0 ? [] : byReading.get(readingOf(name)));
      for (const at of sums.touched()) {
        const slot = slots[at];
        if (slot === undefined || !reaches(sums.of(at), own, slot.mass)) continue;
        if (own === 0 || slot.mass === 0 || isOutweighed(mode, own, slot.mass)) continue;
        if (reaches(massWithin(slot, all), slot.mass, own)) found.add(at);
      }
      return [...found].flatMap((at) => slots[at] ?? []);
    },
  };
}

const wordsOf = (terms: readonly IndexedTerm[]): ReadonlySet<number> => new Set(terms.map(({ word }) => word));

/** Mass of the words of a name that are among the neighbours of another name's words. */
function massWithin({ name, terms }: Slot, neighbours: ReadonlySet<number>): number {
  let mass = 0;
  for (const [at, word] of name.words.entries()) {
    if (isFound(word) && terms.some((term) => term.places.includes(at) && neighbours.has(term.word))) mass += word.mass;
  }
  return mass;
}

/** The words that neighbour a place of a name: those of its word and of the words written together with it. */
function neighboursByPlace(
  terms: readonly Term[],
  neighbours: (term: Term) => readonly number[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const ofPlace = new Map<number, Set<number>>();
  for (const term of terms) {
    const found = neighbours(term);
    for (const place of term.places) {
      const known = ofPlace.get(place);
      if (known === undefined) ofPlace.set(place, new Set(found));
      else for (const id of found) known.add(id);
    }
  }
  return ofPlace;
}

function without(slots: number[] | undefined, at: number): void {
  const place = slots?.indexOf(at) ?? -1;
  if (place < 0 || slots === undefined) return;
  const last = slots.pop();
  if (last !== undefined && place < slots.length) slots[place] = last;
}

/** Masses by slot, each place of the name counted once. Cleared in the time of what was touched. */
interface Sums {
  readonly start: (size: number) => void;
  readonly add: (at: number, place: number, mass: number) => void;
  readonly of: (at: number) => number;
  readonly touched: () => readonly number[];
}

function createSums(): Sums {
  let masses = new Float64Array(0);
  let places = new Int16Array(0);
  let touched: number[] = [];
  return {
    start: (size) => {
      for (const at of touched) masses[at] = 0;
      for (const at of touched) places[at] = -1;
      touched = [];
      if (masses.length >= size) return;
      masses = new Float64Array(size * 2);
      places = new Int16Array(size * 2).fill(-1);
    },
    add: (at, place, mass) => {
      const before = places[at] ?? -1;
      if (before === place) return;
      if (before === -1) touched.push(at);
      places[at] = place;
      masses[at] = (masses[at] ?? 0) + mass;
    },
    of: (at) => masses[at] ?? 0,
    touched: () => touched,
  };
}
