/** Names of persons at birth, of which lists state the family name alone: "Anna Tasfirova (née Quarnholt)". */
import { inOrder } from './name-order.ts';

export interface BirthName {
  /** As the whole states it, where the name is made of that and of the given names in front. */
  readonly written: string;
}

/** The part with the given names of the name in front, if it states a family name alone; else the part. */
export function withBirthName<T extends { readonly name: string }>(part: T, front: string): T & Partial<BirthName> {
  const given = inOrder(front).split(' ').slice(0, -1);
  if (given.length === 0 || !isFamilyName(part.name)) return part;
  return { ...part, name: [...given, part.name].join(' '), written: part.name };
}

/** One word, or particles in lower case in front of one: `Quarnholt`, `van der Quarnholt`. */
const isFamilyName = (name: string): boolean => {
  const words = name.split(' ');
  return words.slice(0, -1).every((word) => word === word.toLowerCase());
};
