/** The tables as lines of `head: text|text|…`. They are data of the program, read once. */
import { type TableName, textOfTable } from './read-table.ts';

const linesOf = (name: TableName): readonly string[] =>
  textOfTable(name)
    .trimEnd()
    .split('\n')
    .map((line) => line.replace('\t', ': '));

/** Written legal forms by kind; `lead`: also taken off the start of a name. */
export const legalForms = linesOf('legal-forms');
/** Words of organisations by class and meaning. Phrases of one meaning are the same thing in several languages. */
export const words = linesOf('words');
/** Names and adjectives of countries and territories by code. */
export const places = linesOf('places');
/** Number words, ordinals and Roman numerals by number. */
export const numbers = linesOf('numbers');
/** Articles, prepositions and conjunctions. */
export const stopWords = linesOf('stop-words');
/** Titles, suffixes, particles with their common form, and nicknames with their group. */
export const persons = linesOf('persons');
