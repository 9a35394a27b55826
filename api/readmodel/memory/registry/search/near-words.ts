import { compareTexts } from '../../../../../schemas/values/compare-texts.ts';

/** Words by three of their characters in a row, to find those that a mistyped word may mean. */
export interface NearWords {
  /** Adds a word; once is enough. */
  readonly add: (word: string) => void;
  /**
   * Words within one edit of a word of 4 letters or more, within two from 8 letters on; an edit adds, leaves out or replaces a
   * letter, or swaps two. The nearest first.
   */
  readonly near: (word: string, exists: (word: string) => boolean) => readonly string[];
}

const shortest = 4;
const longForTwo = 8;
/** Longest word that is compared, in letters. */
const longest = 40;
/** An edit changes at most so many of the threes of a word. */
const threesOfAnEdit = 4;

export function createNearWords(): NearWords {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const byThree = new Map<string, number[]>();
  return {
    add: (word) => {
      if (numbers.has(word) || word.length > longest) return;
      const number = words.push(word) - 1;
      numbers.set(word, number);
      for (const three of threesOf(word)) {
        const present = byThree.get(three);
        if (present === undefined) byThree.set(three, [number]);
        else present.push(number);
      }
    },
    near: (word, exists) => {
      if (word.length < shortest || word.length > longest) return [];
      const most = word.length < longForTwo ? 1 : 2;
      const threes = threesOf(word);
      const least = Math.max(1, threes.size - most * threesOfAnEdit);
      const shared = new Uint8Array(words.length);
      for (const three of threes) {
        for (const number of byThree.get(three) ?? []) shared[number] = (shared[number] ?? 0) + 1;
      }
      const found: { readonly word: string; readonly edits: number }[] = [];
      for (let number = 0; number < shared.length; number += 1) {
        if ((shared[number] ?? 0) < least) continue;
        const other = words[number] ?? '';
        if (Math.abs(other.length - word.length) > most || !exists(other)) continue;
        const edits = editsBetween(word, other);
        if (edits > 0 && edits <= most) found.push({ word: other, edits });
      }
      return found.sort((a, b) => a.edits - b.edits || compareTexts(a.word, b.word)).map((one) => one.word);
    },
  };
}

/** Threes of a word with two blanks around it, so that its ends count. */
function threesOf(word: string): ReadonlySet<string> {
  const padded = `  ${word}  `;
  return new Set(Array.from({ length: word.length + 2 }, (_, place) => padded.slice(place, place + 3)));
}

/** Edits between two words, a swap of neighbours counting once (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const edited = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isSwap ? Math.min(edited, (beforeLast[j - 2] ?? 0) + 1) : edited);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
