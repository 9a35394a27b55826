import { readFileSync } from 'node:fs';

/** Tables of the name matcher: texts after https://github.com/opensanctions/rigour (NOTICE), ASCII and lower case. */
export type TableName = 'legal-forms' | 'numbers' | 'persons' | 'places' | 'stop-words' | 'words';

/** The text of a table's file beside this module. In the bundled program, `tools/name-tables-plugin.mjs` has the texts. */
export const textOfTable = (name: TableName): string => readFileSync(new URL(`./${name}.tsv`, import.meta.url), 'utf8');
