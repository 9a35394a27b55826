import { readFileSync } from 'node:fs';

/** Tables of the name matcher and of the reader of identifiers. Each row states its origin (NOTICE). */
export type TableName =
  | 'endings'
  | 'forms'
  | 'given-names'
  | 'han'
  | 'labels'
  | 'marks'
  | 'numbers'
  | 'person-words'
  | 'places'
  | 'small-words'
  | 'syllables'
  | 'words';

/** The text of a table's file beside this module. In the bundled program, `tools/name-tables-plugin.mjs` has the texts. */
export const textOfTable = (name: TableName): string => readFileSync(new URL(`./${name}.tsv`, import.meta.url), 'utf8');
