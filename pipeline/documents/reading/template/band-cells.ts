/** Numbered cells of a ruled PDF: a number anywhere between two rulings is the number of what stands there. */
import type { Box, LineCell, ReadingPage } from '../../../../schemas/values/reading.ts';
import { boxAround, pdfPlace } from '../blocks/places.ts';
import type { BodyLine } from './body-lines.ts';
import { isPartHeading, numberedText, numberOf } from './numbers.ts';
import type { RawCell, RawLine } from './raw-cell.ts';

/** A ruling parts rows when it is this wide, as a share of the page. */
const fullWidth = 0.5;
/** Rulings closer than this, in points, are one. */
const closest = 6;
/** Left edges within this distance, in points, are one column. */
const sameEdge = 8;

interface Band {
  readonly page: number;
  /** Whether it is below the last ruling of the page. */
  readonly isLast: boolean;
  readonly lines: readonly BodyLine[];
}

interface Open {
  readonly number: string;
  /** Null where label and text are in one column. */
  readonly label: string | null;
  readonly lines: RawLine[];
  readonly place: string;
  /** The page of a band that ends with a ruling; null of another one. */
  readonly page: number | null;
  isClosed: boolean;
}

/** Empty for pages without rulings. */
export function bandCells(pages: readonly ReadingPage[], lines: readonly BodyLine[]): readonly RawCell[] {
  const open: Open[] = [];
  for (const { page, isLast, lines: own } of bandsOf(pages, lines)) {
    const cells = own.flatMap((line) => line.cells);
    const numbers = cells.flatMap(([, , text]) => numberOf(text) ?? []);
    const [begin] = cells;
    const inline = begin === undefined || numbers.length > 0 ? null : numberedText(begin[2]);
    const columns = columnsIn(own, inline === null ? null : inline.rest);
    const before = open.at(-1);
    // Two numbers between two rulings: which text is whose is not known.
    if (numbers.length > 1) continue;
    const number = numbers[0] ?? inline?.number;
    if (number !== undefined) {
      if (columns.length > 2) continue;
      const [first, second] = columns;
      const label = second === undefined ? null : first;
      const text = second ?? first;
      open.push({
        number,
        label: label === null || label === undefined ? null : textOf(label),
        lines: [...(text ?? [])],
        place: pdfPlace(page, boxAround(own.flatMap(boxesOf))),
        isClosed: false,
        page: isLast ? null : page,
      });
    } else if (before !== undefined && isLast && before.page === page) {
      // Below the ruling that ends the last row of a table is no part of it.
      before.isClosed = true;
    } else if (before !== undefined && !before.isClosed) {
      const heading = own.findIndex((line) => isPartHeading(line.cells[0]?.[2] ?? ''));
      before.isClosed = heading >= 0;
      const more = columnsIn(heading < 0 ? own : own.slice(0, heading), null).at(-1) ?? [];
      for (const line of more) before.lines.push({ ...line, isApart: true });
    }
  }
  return open.map(({ number, label, lines: own, place }) => ({
    number,
    label,
    text: textOf(own),
    place,
    ...(label === null ? { lines: own } : {}),
  }));
}

const textOf = (lines: readonly RawLine[]): string => lines.map(({ text }) => text).join(' ');

const boxesOf = ({ cells, y, h }: BodyLine): readonly Box[] => cells.map(([x0, x1]): Box => [x0, y - h, x1, y + h / 4]);

/** The lines between two rulings of a page, in order; of pages with rulings alone. */
function bandsOf(pages: readonly ReadingPage[], lines: readonly BodyLine[]): readonly Band[] {
  const byPage = pages.map((): BodyLine[] => []);
  for (const line of lines) byPage[line.page - 1]?.push(line);
  return pages.flatMap(({ rules, w }, index) => {
    const wide = rules.filter(([, x0, x1]) => x1 - x0 >= fullWidth * w).map(([y]) => y);
    const places = wide.toSorted((a, b) => a - b).filter((y, at, all) => at === 0 || y - (all[at - 1] ?? 0) >= closest);
    if (places.length < 2) return [];
    const bands: BodyLine[][] = [[]];
    let at = 0;
    for (const line of byPage[index] ?? []) {
      while (at < places.length && line.y > (places[at] ?? 0)) {
        at += 1;
        bands.push([]);
      }
      bands.at(-1)?.push(line);
    }
    return bands.flatMap((own, band): readonly Band[] =>
      own.length > 0 ? [{ page: index + 1, isLast: band === places.length, lines: own }] : [],
    );
  });
}

/** Texts of a band by their left edge, without its number; `rest` is what follows the number in the first cell. */
function columnsIn(lines: readonly BodyLine[], rest: string | null): readonly (readonly RawLine[])[] {
  const columns: { readonly x0: number; readonly lines: RawLine[] }[] = [];
  let isFirst = true;
  for (const line of lines) {
    for (const cell of line.cells) {
      const text = isFirst && rest !== null ? rest : withoutNumber(cell);
      isFirst = false;
      if (text === '') continue;
      const column = columns.find(({ x0 }) => Math.abs(x0 - cell[0]) <= sameEdge);
      if (column === undefined) columns.push({ x0: cell[0], lines: [{ text, isApart: false }] });
      else column.lines.push({ text, isApart: line.isApart });
    }
  }
  return columns.toSorted((a, b) => a.x0 - b.x0).map((column) => column.lines);
}

const withoutNumber = ([, , text]: LineCell): string => (numberOf(text) === null ? text : '');
