/** match-v1: whether two names are similar, and in which words they agree. */
import { areNear } from './near.ts';
import type { Paired } from './pair-words.ts';
import { readOrganisation } from './read-organisation.ts';
import { readPerson } from './read-person.ts';
import { comparePairs } from './verdict.ts';
import type { NameMode, ReadName } from './word.ts';

export const readName = (name: string, mode: NameMode): ReadName =>
  mode === 'person' ? readPerson(name) : readOrganisation(name);

/** The words that two similar names share; null when they are not similar. */
export const similarNames = (left: ReadName, right: ReadName): Paired | null =>
  areNear(left, right) ? comparePairs(left, right) : null;
