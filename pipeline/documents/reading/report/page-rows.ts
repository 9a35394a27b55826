/** Lines of a page of a report as rows: a label that wraps, and amounts beside or below it, are one. */
import type { Box, ReadingPage } from '../../../../schemas/values/reading.ts';
import { inTables } from '../blocks/covered-marks.ts';
import { boxAround } from '../blocks/places.ts';
import type { Steps } from '../blocks/steps.ts';
import { type AmountStyle, amountOf } from './amounts.ts';
import { parted } from './parted-cells.ts';
import type { RowCell } from './row-cell.ts';

/** Cells side by side, and the box around them. */
interface PageRow {
  readonly cells: readonly RowCell[];
  readonly box: Box;
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

/** The rows of a page, top to bottom. */
export function rowsOfPage(page: ReadingPage, style: AmountStyle, steps: Steps): readonly PageRow[] {
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
  return withLabelsAbove(
    joined(
      [...tabled, ...lined].sort((a, b) => a.y - b.y),
      style,
    ),
    style,
  );
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

/** Points between the left edges of a label and of the amount below it. */
const mostAside = 8;
/** A gap is clearly wider than another one by this share. */
const clearly = 1.1;
/** An amount is not farther below its label than this, in heights. */
const farthestBelow = 2.5;

/** An amount alone on its line below one line of text, closer than to the line after it: the text is its label. */
function withLabelsAbove(rows: readonly JoinedRow[], style: AmountStyle): readonly JoinedRow[] {
  const done: JoinedRow[] = [];
  rows.forEach((row, index) => {
    const above = done.at(-1);
    const [only, second] = row.cells;
    const [label, another] = above?.cells ?? [];
    const isPair =
      above?.isLine === true && row.isLine && !above.hasNumbers && only !== undefined && label !== undefined;
    const isAlone = second === undefined && another === undefined && isPair && amountOf(only.text, style) !== null;
    const gap = row.y - (above?.y ?? 0);
    const isNearest =
      gap <= farthestBelow * row.h &&
      (rows[index + 1]?.y ?? Number.POSITIVE_INFINITY) - row.y > clearly * gap &&
      (above?.y ?? 0) - (done.at(-2)?.y ?? Number.NEGATIVE_INFINITY) > clearly * gap;
    if (above !== undefined && isAlone && isNearest && Math.abs(only.x0 - label.x0) <= mostAside) {
      above.cells.push(only);
      Object.assign(above, { box: boxAround([above.box, row.box]), hasNumbers: true, y: row.y });
    } else done.push(row);
  });
  return done;
}
