import { authorityTerm } from '../../schemas/terms/authorities.ts';

/** Name of an authority over a token, and what its holder can do. */
export interface AuthorityLabel {
  readonly name: string;
  readonly power: string;
}

/** An unknown type is its own label. */
export function authorityLabel(type: string): AuthorityLabel {
  const { label: name, can: power } = authorityTerm(type);
  return { name, power };
}
