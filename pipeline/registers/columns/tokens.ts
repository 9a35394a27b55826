/** Members of cells that list names, identifiers or countries. */
import { normaliseCountry } from '../spellings.ts';

/** Bars, commas, semicolons, slashes and spaces separate tokens. Some authorities write a capital I in place of the bar. */
const tokensOf = (cell: string): readonly string[] => cell.split(/[|,;/\s]+/).filter((token) => token !== 'I');

const sortedSet = (items: readonly string[]): readonly string[] =>
  [...new Set(items.filter((item) => item !== ''))].sort();

/** Tokens of a list of identifiers, sorted. Names of chains in brackets are notes. */
export const identifierTokens = (cell: string): readonly string[] =>
  sortedSet(tokensOf(cell.replace(/\([^()]*\)/g, ' ')));

/**
 * Country codes of a list, as in ISO 3166-1, sorted, with other tokens among them. A passport covers only states of the
 * European Economic Area, so SL stands for Slovenia.
 */
export const passportTokens = (cell: string): readonly string[] =>
  sortedSet(
    tokensOf(cell)
      .map(normaliseCountry)
      .map((code) => (code === 'SL' ? 'SI' : code)),
  );

/** Names separated by a bar, sorted. */
export const namesOf = (cell: string): readonly string[] => sortedSet(cell.split(' | '));
