import type { PageLine } from '../../../../schemas/values/reading.ts';
import { numberedText, numberOf } from './numbers.ts';

/** Numbered cells of a column of text at least: the text of a table refers to fewer fields by their numbers. */
const fewest = 3;

const isNumbered = (text: string): boolean => numberOf(text) !== null || numberedText(text) !== null;

const numbersIn = (lines: readonly PageLine[]): number =>
  lines.filter(({ cells: [first] }) => first !== undefined && isNumbered(first[2])).length;

/** Whether both sides of a page have numbered cells of their own; in a table of labels and texts, one column has the numbers. */
export const areNumbered = (left: readonly PageLine[], right: readonly PageLine[]): boolean =>
  numbersIn(left) >= fewest && numbersIn(right) >= fewest;
