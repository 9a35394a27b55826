/** match-v1: whether two names are similar, and in which words they agree. */
import { areNear } from './finding/near.ts';
import { readOrganisation } from './reading/read-organisation.ts';
import { readPerson } from './reading/read-person.ts';
import { compareWords, type WordComparison } from './pairing/verdict.ts';
import type { NameMode, ReadName } from './reading/word.ts';

/** The published set of rules and tables. */
export const rules = 'match-v1';

export const readName = (name: string, mode: NameMode): ReadName =>
  mode === 'person' ? readPerson(name) : readOrganisation(name);

/** The words that two similar names share; null when they are not similar. */
export const compareSimilar = (left: ReadName, right: ReadName): WordComparison | null =>
  areNear(left, right) ? compareWords(left, right) : null;
