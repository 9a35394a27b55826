import { type ReadingTable, unreadMark } from '../../../../schemas/values/reading.ts';
import { budgets } from '../../limits.ts';
import type { Notes } from '../notes.ts';
import { collapsed } from '../text.ts';
import type { Attributes } from './elements.ts';

/** Rows and columns that a cell may span. Browsers allow more; no table that people read has them. */
const mostColumns = 100;
const mostRows = 1_000;

interface OpenTable {
  readonly path: string;
  readonly rows: string[][];
  /** Cells of earlier rows that reach into later ones: by column, text and rows left. */
  readonly pending: Map<number, { readonly text: string; rows: number }>;
  row: string[] | null;
  cell: { text: string; readonly columns: number; readonly rows: number } | null;
}

/** Builds the tables of a page from its elements. Text of a table inside of a cell is text of both. */
export function createTables(notes: Notes): {
  readonly open: (name: string, attributes: Attributes, path: string) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
  readonly tables: () => readonly ReadingTable[];
} {
  const done: ReadingTable[] = [];
  const stack: OpenTable[] = [];
  let cells = 0;

  const put = (row: string[], text: string): void => {
    cells += 1;
    if (cells <= budgets.cells) row.push(text);
    else notes.partly(`the document has more than ${budgets.cells} cells of tables; the rest is not read`);
  };
  /** Puts cells of earlier rows that reach into this column. */
  const putPending = (table: OpenTable, row: string[]): void => {
    for (let found = table.pending.get(row.length); found !== undefined; found = table.pending.get(row.length)) {
      found.rows -= 1;
      if (found.rows === 0) table.pending.delete(row.length);
      const before = row.length;
      put(row, found.text);
      if (row.length === before) return;
    }
  };
  const closeCell = (table: OpenTable): void => {
    const { cell, row } = table;
    table.cell = null;
    if (cell === null || row === null) return;
    putPending(table, row);
    const shown = collapsed(cell.text);
    const text = shown.replaceAll(unreadMark, '').trim() === '' ? '' : shown;
    for (let column = 0; column < cell.columns; column += 1) {
      if (cell.rows > 1) table.pending.set(row.length, { text, rows: cell.rows - 1 });
      put(row, text);
    }
  };
  const closeRow = (table: OpenTable): void => {
    closeCell(table);
    if (table.row === null) return;
    putPending(table, table.row);
    if (table.row.length > 0) table.rows.push(table.row);
    table.row = null;
  };
  return {
    open: (name, attributes, path) => {
      const table = stack.at(-1);
      if (name === 'table') stack.push({ path, rows: [], pending: new Map(), row: null, cell: null });
      else if (table === undefined) return;
      else if (name === 'tr') {
        closeRow(table);
        table.row = [];
      } else if (name === 'td' || name === 'th') {
        closeCell(table);
        table.row ??= [];
        const columns = spanOf(attributes.colspan, mostColumns);
        table.cell = { text: '', columns, rows: spanOf(attributes.rowspan, mostRows) };
      }
    },
    close: (name) => {
      const table = stack.at(-1);
      if (table === undefined) return;
      if (name === 'td' || name === 'th') closeCell(table);
      if (name === 'tr') closeRow(table);
      if (name !== 'table') return;
      closeRow(table);
      stack.pop();
      if (table.rows.length > 0) done.push({ path: table.path, rows: table.rows });
    },
    text: (text) => {
      for (const { cell } of stack) if (cell !== null) cell.text += text;
    },
    tables: () => done,
  };
}

function spanOf(value: string | undefined, most: number): number {
  const span = /^\s*(\d{1,6})/.exec(value ?? '')?.[1];
  return span === undefined ? 1 : Math.min(Math.max(Number(span), 1), most);
}
