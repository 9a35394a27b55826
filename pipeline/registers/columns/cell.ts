import type { RegisterColumnValue } from '../../../schemas/facts.ts';

/** Content of a cell, without its notation. */
export interface CellReading {
  /** The cell, whitespace normalised. */
  readonly text: string;
  /** Set columns: the members, normalised and sorted. */
  readonly items?: readonly string[];
  /** Date columns: the ISO date, if the cell is a date. */
  readonly date?: string;
}

/** Difference of two published cells: none, only in notation or spelling, or in content. */
export type CellDifference = 'equal' | 'editorial' | 'changed';

/** An observed cell; null when it is blank. */
export type Cell = RegisterColumnValue | null;
