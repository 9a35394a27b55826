/** Numbered cells of a document as they stand there, before number and label are compared with a template. */
import type { Box, PageCell, Reading, ReadingPage } from '../../../../schemas/values/reading.ts';
import { blockPlace, boxAround, cellPlace, pdfPlace, sharedPath } from '../blocks/places.ts';
import { bandCells } from './band-cells.ts';
import { bodyOf } from './body-lines.ts';
import { lineCells } from './line-cells.ts';
import type { RawCell, RawLine } from './raw-cell.ts';
import { isPartHeading, numberedText, numberOf } from './numbers.ts';

/** Number of numbered cells of one layout from which on other layouts of the document are ignored. */
const fewest = 10;

/** The numbered cells of a document in its order, once for each layout that it may have: tables, lines in columns, headings. */
export function rawLayouts(reading: Reading): readonly (readonly RawCell[])[] {
  const tables = [...pdfTables(reading.pages), ...pageTables(reading)];
  if (new Set(tables.map(({ number }) => number)).size >= fewest) return [tables];
  if (reading.pages.length === 0) return [blockCells(reading)];
  const lines = bodyOf(reading.pages);
  const [inLines, inBands] = [lineCells(lines), bandCells(reading.pages, lines)];
  const banded = new Set(inBands.map(({ number }) => number));
  // Rulings part rows for certain where every number stands between two of its own.
  const isRuled = banded.size >= fewest && inLines.flat().every(({ number }) => banded.has(number));
  return isRuled ? [inBands, ...inLines] : [...inLines, inBands];
}

interface Open {
  isClosed?: true;
  readonly number: string;
  readonly label: string | null;
  readonly texts: string[];
  place: string;
}

/** Rows of tables become cells; a row without number and label goes on with the one before it. */
function collector(): {
  readonly row: (cells: readonly string[], placeOf: (column: number) => string) => void;
  readonly cells: () => readonly RawCell[];
} {
  const open: Open[] = [];
  return {
    row: (cells, placeOf) => {
      const [first = '', second = ''] = cells;
      const whole = numberOf(first);
      const inline = whole === null ? numberedText(first) : null;
      const from = whole !== null ? 2 : 1;
      if (whole !== null || inline !== null) {
        const text = cells
          .slice(from)
          .filter((cell) => cell !== '')
          .join(' ');
        open.push({
          number: whole ?? inline?.number ?? '',
          label: whole !== null ? second : (inline?.rest ?? ''),
          texts: text === '' ? [] : [text],
          place: placeOf(Math.min(from, cells.length - 1)),
        });
        return;
      }
      const before = open.at(-1);
      if (before === undefined || before.isClosed) return;
      // A row for the label, and one below it for the text.
      const isBelow = cells.length === 1 && before.texts.length === 0;
      const isMore = isBelow || (cells.length > 1 && cells.slice(0, -1).every((cell) => cell === ''));
      const last = cells.at(-1) ?? '';
      if (isPartHeading(cells.find((cell) => cell !== '') ?? '')) before.isClosed = true;
      else if (isMore && last !== '') before.texts.push(last);
    },
    cells: () => open.map(({ number, label, texts, place }) => ({ number, label, text: texts.join(' '), place })),
  };
}

function pdfTables(pages: readonly ReadingPage[]): readonly RawCell[] {
  const { row, cells } = collector();
  pages.forEach(({ tables }, index) => {
    for (const table of tables) {
      for (const line of table) row(line.map(textOf), (column) => pdfPlace(index + 1, boxOf(line, column)));
    }
  });
  return cells();
}

const textOf = ([, , , , text]: PageCell): string => text;

function boxOf(row: readonly PageCell[], column: number): Box {
  const cells = row.slice(column).filter(([, , , , text]) => text !== '');
  return boxAround((cells.length > 0 ? cells : row).map(([x0, y0, x1, y1]): Box => [x0, y0, x1, y1]));
}

function pageTables({ tables }: Pick<Reading, 'tables'>): readonly RawCell[] {
  const { row, cells } = collector();
  for (const { path, rows } of tables) {
    rows.forEach((line, index) => row(line, (column) => cellPlace(path, index + 1, column + 1)));
  }
  return cells();
}

/** Blocks that begin with a number, or are one; a heading with number and label is followed by its text. */
function blockCells({ blocks }: Pick<Reading, 'blocks'>): readonly RawCell[] {
  const open: OpenBlock[] = [];
  for (const { path, text, own, heading } of blocks) {
    if (!own) continue;
    const whole = numberOf(text);
    const read = whole === null ? numberedText(text) : { number: whole, rest: '' };
    if (read !== null) {
      const lines = read.rest === '' ? [] : [{ text: read.rest, isApart: false }];
      open.push({ number: read.number, lines, place: blockPlace(path, 0, text.length), paths: [path], inside: '' });
    } else {
      const before = open.at(-1);
      if (before === undefined || before.isClosed) continue;
      if (before.paths.length === 1) before.inside = sharedPath(before.paths[0] ?? '', path);
      if (heading !== null || isPartHeading(text) || !isInside(path, before.inside)) before.isClosed = true;
      else {
        before.lines.push({ text, isApart: before.lines.length > 0 });
        before.paths.push(path);
      }
    }
  }
  const most = blocksOf(open);
  for (const cell of open) if (cell.paths.length > most) cell.lines.length -= cell.paths.length - most;
  return open.map(({ number, lines, place }) => ({
    number,
    label: null,
    text: lines.map(({ text }) => text).join(' '),
    place,
    lines,
  }));
}

interface OpenBlock {
  isClosed?: true;
  readonly number: string;
  readonly lines: RawLine[];
  readonly place: string;
  readonly paths: string[];
  /** The innermost element that has the number and the block after it. */
  inside: string;
}

const isInside = (path: string, element: string): boolean =>
  element === '' || path === element || path.startsWith(`${element}>`);

/**
 * Blocks of each cell, where all cells but the last one have as many: what follows the last one is no part of it then. Infinite
 * where they differ.
 */
function blocksOf(cells: readonly OpenBlock[]): number {
  const counts = new Set(cells.slice(0, -1).map(({ paths }) => paths.length));
  const [count = 0] = counts;
  return cells.length > fewest && counts.size === 1 ? count : Number.POSITIVE_INFINITY;
}
