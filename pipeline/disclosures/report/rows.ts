/** Lines of a report as rows: a label, and cells beside it. */
import type { Box, PageLine, Reading, ReadingPage } from '../../../schemas/values/reading.ts';
import { isCusip } from '../../../schemas/values/cusip.ts';
import { blockPlace, boxAround, cellPlace, pdfPlace } from '../places.ts';
import { dateOf } from '../values.ts';
import { type Amount, amountOf } from './amounts.ts';

export interface RowCell {
  /** Left and right; columns of a page of HTML are 100 apart. */
  readonly x0: number;
  readonly x1: number;
  readonly text: string;
}

export interface Row {
  /** Tables are of one page, or one table of a page of HTML. */
  readonly part: string;
  readonly label: string;
  readonly amounts: readonly (RowCell & { readonly amount: Amount })[];
  readonly dates: readonly (RowCell & { readonly date: string })[];
  /** Verbatim, cell by cell. */
  readonly quote: string;
  readonly place: string;
}

/** The rows of a reading in its order. Text that no table and no line of numbers has stays a row without cells. */
export const rowsOf = ({ pages, tables, blocks }: Reading): readonly Row[] => [
  ...pages.flatMap((page, index) => rowsOfPage(page, index + 1)),
  ...tables.flatMap(({ path, rows }) => [
    ...headingOf(blocks, path),
    ...rows.map((cells, row) =>
      rowOf(
        `html:${path}`,
        cells.map((text, column) => ({ x0: column * 100, x1: column * 100 + 90, text })),
        cellPlace(path, row + 1, 1),
      ),
    ),
  ]),
];

/** The caption of a table of a page of HTML, else the block right before it, where it says as of when the table speaks. */
function headingOf(blocks: Reading['blocks'], table: string): readonly Row[] {
  const first = blocks.findIndex(({ path }) => path.startsWith(`${table}>`));
  const isCaption = blocks[first]?.path.startsWith(`${table}>caption`) === true;
  const heading = blocks[isCaption ? first : first - 1];
  if (heading === undefined || !/\bas (?:of|at)\b/i.test(heading.text)) return [];
  const { path, text } = heading;
  return [rowOf(`html:${table}`, [{ x0: 0, x1: 90, text }], blockPlace(path, 0, text.length))];
}

interface Placed {
  readonly y: number;
  readonly h: number;
  readonly cells: readonly RowCell[];
  readonly box: Box;
  readonly isLine: boolean;
}

function rowsOfPage(page: ReadingPage, number: number): readonly Row[] {
  const cells = page.tables.flat(2).filter(([, , , , text]) => text !== '');
  const isInTable = ({ y, cells: own }: PageLine): boolean =>
    own.some(([x0, x1]) =>
      cells.some(([left, top, right, bottom]) => y > top - 1 && y < bottom + 1 && x0 >= left - 1 && x1 <= right + 1),
    );
  const tabled = page.tables.flat().flatMap((row): readonly Placed[] => {
    const own = row.filter(([, , , , text]) => text !== '');
    if (own.length === 0) return [];
    const box = boxAround(own.map(([x0, y0, x1, y1]) => [x0, y0, x1, y1] as const));
    return [
      {
        ...{ y: box[1], h: box[3] - box[1], box, isLine: false },
        cells: own.map(([x0, , x1, , text]) => ({ x0, x1, text })),
      },
    ];
  });
  const lined = page.lines
    .filter((line) => !isInTable(line))
    .map(
      ({ y, h, cells: own }): Placed => ({
        ...{ y, h, isLine: true, cells: own.map(([x0, x1, text]) => ({ x0, x1, text })) },
        box: boxAround(own.map(([x0, x1]) => [x0, y - h, x1, y + h / 4] as const)),
      }),
    );
  const placed = joined([...tabled, ...lined].sort((a, b) => a.y - b.y));
  return placed.map(({ cells: own, box }) => rowOf(`pdf:${number}`, own, pdfPlace(number, box)));
}

/** Lines this close, in heights, are one row: a label that wraps, or an amount beside it. */
const wrapped = 1.35;

/** Joins lines that have only text to the line with numbers that they belong to: the one below, else the one above. */
function joined(rows: readonly Placed[]): readonly Placed[] {
  const done: Placed[] = [];
  for (const row of rows) {
    const before = done.at(-1);
    if (before === undefined || !isClose(before, row) || !before.isLine || !row.isLine) done.push(row);
    else if (hasNumbers(row) !== hasNumbers(before)) {
      const cells = [...before.cells, ...row.cells];
      done.splice(-1, 1, { y: row.y, h: row.h, isLine: true, cells, box: boxAround([before.box, row.box]) });
    } else done.push(row);
  }
  return done;
}

const isClose = (above: Placed, below: Placed): boolean =>
  below.y - above.y <= wrapped * Math.max(above.h, below.h) && Math.abs(above.h - below.h) < 1;

const hasNumbers = ({ cells }: Placed): boolean => cells.some(({ text }) => amountOf(text) !== null);

function rowOf(part: string, cells: readonly RowCell[], place: string): Row {
  const label: string[] = [];
  const amounts: (RowCell & { readonly amount: Amount })[] = [];
  const dates: (RowCell & { readonly date: string })[] = [];
  for (const cell of cells) {
    const date = dateOf(cell.text);
    // A CUSIP may have digits only.
    const amount = label.length === 0 && isCusip(cell.text) ? null : amountOf(cell.text);
    if (date !== null) dates.push({ ...cell, date });
    else if (amount !== null) amounts.push({ ...cell, amount });
    else if (!/^(?:[$€£]|-|–|N\/A)?$/.test(cell.text.trim())) label.push(cell.text);
  }
  return { part, label: label.join(' '), amounts, dates, quote: cells.map(({ text }) => text).join(' '), place };
}
