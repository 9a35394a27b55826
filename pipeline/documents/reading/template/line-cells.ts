/** Numbered cells of a PDF without tagged tables: from its lines, in columns or in one. */
import type { Box, PageLine, ReadingPage } from '../../../../schemas/values/reading.ts';
import { boxAround, pdfPlace } from '../blocks/places.ts';
import { isPartHeading, numberedText, numberOf } from './numbers.ts';
import type { RawCell } from './raw-cell.ts';

interface PlacedLine extends PageLine {
  readonly page: number;
  readonly isHeading: boolean;
}

/** Lines that more than this share of the pages repeat are no text: heads and feet. */
const repeatedShare = 0.3;
/** Footnotes are smaller than this share of the text, headings larger. */
const noteSize = 0.86;
const headingSize = 1.2;

/** The lines of all pages without heads, feet, page numbers and footnotes. */
function bodyOf(pages: readonly ReadingPage[]): readonly PlacedLine[] {
  const heights = pages.flatMap(({ lines }) => lines.map(({ h }) => h)).sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  const lines = pages.flatMap((page, index) =>
    page.lines.map((line) => ({ ...line, page: index + 1, isHeading: line.h > headingSize * usual })),
  );
  const count = new Map<string, number>();
  for (const line of lines) count.set(repeated(line), (count.get(repeated(line)) ?? 0) + 1);
  const most = Math.max(2, repeatedShare * pages.length);
  return lines.filter((line) => {
    const isNumber = line.cells.every(([, , text]) => /^\d+$/.test(text));
    return line.h >= noteSize * usual && !isNumber && (count.get(repeated(line)) ?? 0) <= most;
  });
}

/** Heads and feet have the same height on the page and the same text, numbers aside. */
const repeated = ({ y, cells }: PlacedLine): string =>
  `${Math.round(y / 3)} ${cells
    .map(([, , text]) => text)
    .join(' ')
    .replaceAll(/\d+/g, '#')}`;

const isHeading = (line: PlacedLine): boolean => line.isHeading || isPartHeading(line.cells[0]?.[2] ?? '');

interface Open {
  readonly number: string;
  readonly labels: string[];
  readonly texts: string[];
  boxes: Box[];
  readonly page: number;
  /** Its text cannot be separated from that of another cell. */
  isMixed: boolean;
  isClosed: boolean;
}

export function lineCells(pages: readonly ReadingPage[]): readonly RawCell[] {
  const lines = bodyOf(pages);
  const columns = columnsOf(lines);
  const open: Open[] = [];
  for (const line of lines) {
    const [first] = line.cells;
    if (first === undefined) continue;
    const whole = numberOf(first[2]);
    const inline = whole === null ? numberedText(first[2]) : null;
    // Where numbers stand in a column of their own, a number within a text is none.
    if (whole !== null || (inline !== null && columns === null)) {
      const number = whole ?? inline?.number ?? '';
      open.push({
        number,
        labels: [],
        texts: [],
        boxes: [],
        page: line.page,
        isMixed: whole !== null && line.cells.length === 1,
        isClosed: false,
      });
    }
    const cell = open.at(-1);
    if (cell === undefined) continue;
    // A heading ends the cell before it, and belongs to none.
    if (isHeading(line) && whole === null && inline === null) cell.isClosed = true;
    if (cell.isClosed) continue;
    if (columns === null) addInline(cell, line, inline?.rest ?? null);
    else addColumns(cell, line, columns, whole !== null);
  }
  return open.map((cell) => ({
    number: cell.number,
    label: columns === null ? null : cell.labels.join(' '),
    text: cell.isMixed ? '' : cell.texts.join(' '),
    place: pdfPlace(cell.page, boxAround(cell.boxes.length > 0 ? cell.boxes : [[0, 0, 0, 0]])),
  }));
}

function addInline(cell: Open, line: PlacedLine, rest: string | null): void {
  const text = line.cells.map(([, , own]) => own).join(' ');
  cell.texts.push(rest === null ? text : (numberedText(text)?.rest ?? rest));
  if (line.page === cell.page) for (const box of boxesOf(line)) cell.boxes.push(box);
}

interface Columns {
  readonly label: number;
  readonly text: number;
}

/** Text may begin this far left of its column. */
const slack = 4;

/**
 * Left edges of the columns of labels and texts: where the second and third cells of numbered lines begin most often. Null
 * where numbers and labels are not in columns.
 */
function columnsOf(lines: readonly PlacedLine[]): Columns | null {
  const numbered = lines.filter(({ cells }) => numberOf(cells[0]?.[2] ?? '') !== null);
  const label = mostOften(numbered.flatMap(({ cells }) => cells[1]?.[0] ?? []));
  const text = mostOften(numbered.flatMap(({ cells }) => cells[2]?.[0] ?? []));
  return label === null || text === null || text <= label ? null : { label, text };
}

function mostOften(values: readonly number[]): number | null {
  const count = new Map<number, number>();
  for (const value of values) count.set(Math.round(value), (count.get(Math.round(value)) ?? 0) + 1);
  const [best] = [...count].sort(([a, one], [b, other]) => other - one || a - b);
  return best === undefined || best[1] < 3 ? null : best[0];
}

function addColumns(cell: Open, line: PlacedLine, columns: Columns, isFirst: boolean): void {
  for (const [x0, x1, text] of isFirst ? line.cells.slice(1) : line.cells) {
    if (x0 >= columns.text - slack) {
      cell.texts.push(text);
      if (line.page === cell.page) cell.boxes.push([x0, line.y - line.h, x1, line.y + line.h / 4]);
    } else if (x0 >= columns.label - slack) {
      cell.labels.push(text);
      // Label and text run together and cannot be separated.
      if (x1 > columns.text) cell.isMixed = true;
    }
    // Text left of both columns belongs to no cell.
    else cell.isMixed = true;
  }
}

const boxesOf = ({ cells, y, h }: PlacedLine): readonly Box[] =>
  cells.map(([x0, x1]): Box => [x0, y - h, x1, y + h / 4]);
