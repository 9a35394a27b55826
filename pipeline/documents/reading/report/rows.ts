/** Lines of a report as rows: a label, and cells beside it. */
import type { Box, Reading, ReadingPage } from '../../../../schemas/values/reading.ts';
import { isCusip, isinOfCusip } from '../../../../schemas/values/cusip.ts';
import { blockPlace, boxAround, cellPlace, pdfPlace } from '../blocks/places.ts';
import { createSteps, type Steps } from '../blocks/steps.ts';
import { firstInTables } from '../blocks/table-blocks.ts';
import { inTables } from '../blocks/covered-marks.ts';
import { dateOf } from '../notation/dates.ts';
import { type Amount, type AmountStyle, amountOf, styleOf } from './amounts.ts';
import { plainForm } from '../notation/words.ts';

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
export function rowsOf({ pages, tables, blocks }: Reading, steps: Steps = createSteps()): readonly Row[] {
  const first = firstInTables(tables.length === 0 ? [] : blocks, steps);
  // Amounts in two styles: which marks part groups is not known.
  const style = styleOf([
    ...pages.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells.map(([, , text]) => text))),
    ...tables.flatMap(({ rows }) => rows.flat()),
  ]);
  if (style === null) return [];
  return [
    ...pages.flatMap((page, index) => rowsOfPage(page, index + 1, style, steps)),
    ...tables.flatMap(({ path, rows }) => [
      ...headingOf(blocks, path, first.get(path) ?? -1, style),
      ...rows.map((cells, row) =>
        rowOf(
          `html:${path}`,
          cells.map((text, column) => ({ x0: column * 100, x1: column * 100 + 90, text })),
          cellPlace(path, row + 1, 1),
          style,
        ),
      ),
    ]),
  ];
}

/**
 * The caption of a table of an HTML page, else the block right before it, if it states the date of the table. `first` is the
 * first block inside the table.
 */
function headingOf(blocks: Reading['blocks'], table: string, first: number, style: AmountStyle): readonly Row[] {
  const isCaption = blocks[first]?.path.startsWith(`${table}>caption`) === true;
  const heading = blocks[isCaption ? first : first - 1];
  if (heading === undefined || !/\bas (?:of|at)\b/i.test(heading.text)) return [];
  const { path, text } = heading;
  return [rowOf(`html:${table}`, [{ x0: 0, x1: 90, text }], blockPlace(path, 0, text.length), style)];
}

interface PlacedRow {
  readonly y: number;
  readonly h: number;
  readonly cells: readonly RowCell[];
  readonly box: Box;
  readonly isLine: boolean;
}

/** A row to which others are joined. */
interface JoinedRow {
  y: number;
  h: number;
  readonly cells: RowCell[];
  box: Box;
  readonly isLine: boolean;
  hasNumbers: boolean;
}

function rowsOfPage(page: ReadingPage, number: number, style: AmountStyle, steps: Steps): readonly Row[] {
  const cells = page.tables.flat(2).filter(([, , , , text]) => text !== '');
  const isInTable = inTables(page.lines, cells, steps);
  const tabled = page.tables.flat().flatMap((row): readonly PlacedRow[] => {
    const own = row.filter(([, , , , text]) => text !== '');
    if (own.length === 0) return [];
    const box = boxAround(own.map(([x0, y0, x1, y1]) => [x0, y0, x1, y1] as const));
    return [
      {
        y: box[1],
        h: box[3] - box[1],
        box,
        isLine: false,
        cells: own.map(([x0, , x1, , text]) => ({ x0, x1, text })),
      },
    ];
  });
  const lined = page.lines
    .filter((line) => !isInTable(line, 'some'))
    .map(
      ({ y, h, cells: own }): PlacedRow => ({
        y,
        h,
        isLine: true,
        cells: own.flatMap(([x0, x1, text]) => parted({ x0, x1, text }, style)),
        box: boxAround(own.map(([x0, x1]) => [x0, y - h, x1, y + h / 4] as const)),
      }),
    );
  const placed = joined(
    [...tabled, ...lined].sort((a, b) => a.y - b.y),
    style,
  );
  return placed.map(({ cells: own, box }) => rowOf(`pdf:${number}`, own, pdfPlace(number, box), style));
}

/** Lines this close, in heights, are one row: a label that wraps, or an amount beside it. */
const wrapped = 1.35;

/** Joins lines that have only text to the line with numbers that they belong to: the one below, else the one above. */
function joined(rows: readonly PlacedRow[], style: AmountStyle): readonly JoinedRow[] {
  const done: JoinedRow[] = [];
  for (const row of rows) {
    const before = done.at(-1);
    const own = hasNumbers(row, style);
    const isPart = before?.isLine === true && row.isLine && isClose(before, row) && own !== before.hasNumbers;
    if (before === undefined || !isPart) done.push({ ...row, cells: [...row.cells], hasNumbers: own });
    else {
      for (const cell of row.cells) before.cells.push(cell);
      const box = boxAround([before.box, row.box]);
      Object.assign(before, { y: row.y, h: row.h, box, hasNumbers: true });
    }
  }
  return done;
}

/** A label that begins with a small letter goes on from the line above it, also at wider leading. */
const wrappedFar = 2;

const isClose = (above: Pick<PlacedRow, 'y' | 'h'>, below: PlacedRow): boolean => {
  const far = /^\p{Ll}/u.test(below.cells[0]?.text ?? '') ? wrappedFar : wrapped;
  return below.y - above.y <= far * Math.max(above.h, below.h) && Math.abs(above.h - below.h) < 1;
};

const hasNumbers = ({ cells }: PlacedRow, style: AmountStyle): boolean =>
  cells.some(({ text }) => amountOf(text, style) !== null);

/** `label = amount`, `label: amount` and `label …… amount` in one cell, at the end of its line. */
const pair = /^(.*[\p{L})\]”"’])\s?(?:[=:]|(?: ?[.…·_]){3})[ .…·_]*((?:[(-]|US|HK)?[$€£¥\d(][^=:]{0,60})$/u;

/** Longest cell that is a label and its amount. */
const longestPair = 300;

function parted(cell: RowCell, style: AmountStyle): readonly RowCell[] {
  const match = cell.text.length > longestPair ? null : pair.exec(cell.text.trim());
  const [, label = '', amount = ''] = match ?? [];
  if (match === null || amountOf(amount, style) === null || dateOf(plainForm(amount)) !== null) return [cell];
  return [
    { x0: cell.x0, x1: cell.x0, text: label },
    { x0: cell.x1, x1: cell.x1, text: amount },
  ];
}

/** A CUSIP, or an ISIN of the United States without its country. */
const isCode = (text: string): boolean => isCusip(text) || isinOfCusip(text.slice(0, 9)) === `US${text}`;

function rowOf(part: string, cells: readonly RowCell[], place: string, style: AmountStyle): Row {
  const label: string[] = [];
  const amounts: (RowCell & { readonly amount: Amount })[] = [];
  const dates: (RowCell & { readonly date: string })[] = [];
  for (const cell of cells) {
    const date = dateOf(cell.text);
    // An identifier may have digits only.
    const amount = label.length === 0 && isCode(cell.text) ? null : amountOf(cell.text, style);
    if (date !== null) dates.push({ ...cell, date });
    else if (amount !== null) amounts.push({ ...cell, amount });
    else if (!/^(?:[$€£]|-|–|N\/A)?$/.test(cell.text.trim())) label.push(cell.text);
  }
  return { part, label: label.join(' '), amounts, dates, quote: cells.map(({ text }) => text).join(' '), place };
}
