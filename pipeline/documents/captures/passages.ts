import { clipped } from '../../text/values.ts';
import { wordsOf } from './compare-texts.ts';

/** Most passages of one comparison, added and removed each. */
export const mostPassages = 5;
const longestPassage = 280;

export interface Passages {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Sentences and lines that only one of two texts has, in document order, clipped, at most five of each. Passages with
 * the same words are the same passage.
 */
export function passagesBetween(oldText: string, newText: string): Passages {
  const before = passagesOf(oldText);
  const after = passagesOf(newText);
  return { added: notIn(before, after), removed: notIn(after, before) };
}

/** Passages by their words. */
function passagesOf(text: string): ReadonlyMap<string, string> {
  const passages = new Map<string, string>();
  for (const passage of text.split(sentenceEnd)) {
    const words = wordsOf(passage).join(' ');
    if (words !== '' && !passages.has(words)) passages.set(words, passage);
  }
  return passages;
}

const sentenceEnd = /\n+|(?<=[.!?\u3002])\s+(?=["\u201c(]?[\p{Lu}\p{N}])/u;

function notIn(others: ReadonlyMap<string, string>, passages: ReadonlyMap<string, string>): readonly string[] {
  const distinct: string[] = [];
  for (const [words, passage] of passages) {
    if (distinct.length === mostPassages) break;
    if (!others.has(words)) distinct.push(clipped(passage, longestPassage));
  }
  return distinct;
}
