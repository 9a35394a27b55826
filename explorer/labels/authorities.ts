import { authorityTerm } from '../../schemas/terms/authorities.ts';

/** Name of an authority over a token, and what its holder can do. */
export interface AuthorityLabel {
  readonly name: string;
  readonly power: string;
}

/** A type that this version does not know is shown as it is. */
export function authorityLabel(type: string): AuthorityLabel {
  const { label: name, can: power } = authorityTerm(type);
  return { name, power };
}
