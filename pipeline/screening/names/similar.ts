/** match-v1: whether two names are similar, and in which words they agree. */
import { areNear } from './finding/near.ts';
import { readOrganisation } from './reading/read-organisation.ts';
import { readPerson } from './reading/read-person.ts';
import { compareWords, type WordComparison } from './pairing/verdict.ts';
import type { NameMode, ReadName, WordClass } from './reading/word.ts';

/** The published set of rules and tables. */
export const rules = 'match-v1';

export const readName = (name: string, mode: NameMode): ReadName =>
  mode === 'person' ? readPerson(name) : readOrganisation(name);

/** Whether a name has a legal form, or a word of organisations beside another word. */
export function readsAsOrganisation(name: string): boolean {
  const { words, forms } = readOrganisation(name);
  return forms.length > 0 || (words.length > 1 && words.some(({ kind, text }) => isOrganisationWord(kind, text)));
}

const leastLetters = 4;
const isOrganisationWord = (kind: WordClass, text: string): boolean =>
  (kind === 'domain' || kind === 'generic') && text.length >= leastLetters;

/** The words that two similar names share; null when they are not similar. */
export const compareSimilar = (left: ReadName, right: ReadName): WordComparison | null =>
  areNear(left, right) ? compareWords(left, right) : null;
