import type { ColumnMeaning } from '../../../schemas/facts.ts';
import { authorisationColumns } from './authorisation-columns.ts';
import type { Column } from './column.ts';
import { entityColumns } from './entity-columns.ts';
import { text } from './kinds.ts';
import { recordColumns } from './record-columns.ts';
import { tokenColumns } from './token-columns.ts';

/** Every meaning of a register's columns. */
export const columns: Readonly<Record<ColumnMeaning, Column>> = {
  ...entityColumns,
  ...authorisationColumns,
  ...tokenColumns,
  ...recordColumns,
};

/** A meaning that this version does not know, from an observation of another version. */
const unknownColumn = text({
  meaning: 'A fact in a column of the register.',
  stake: 'Both values are stated as published; what the column bears on is not catalogued.',
});

const byMeaning: ReadonlyMap<string, Column> = new Map(Object.entries(columns));

/** The column of a meaning; for an unknown one, a column of plain text. */
export const columnOf = (meaning: string): Column => byMeaning.get(meaning) ?? unknownColumn;
