/** Numbered cells of a PDF without tagged tables: from its lines, in columns or in one. */
import type { Box } from '../../../../schemas/values/reading.ts';
import { boxAround, pdfPlace } from '../blocks/places.ts';
import type { BodyLine } from './body-lines.ts';
import { isNumberRange, isPartHeading, numberedText, numberOf } from './numbers.ts';
import type { RawCell, RawLine } from './raw-cell.ts';

type PlacedLine = BodyLine;

const isHeading = (line: PlacedLine): boolean =>
  line.isHeading || isPartHeading(line.cells[0]?.[2] ?? '') || isNumberRange(line.cells[0]?.[2] ?? '');

interface Open {
  readonly number: string;
  readonly labels: string[];
  readonly texts: string[];
  readonly lines: RawLine[];
  boxes: Box[];
  readonly page: number;
  readonly region: number;
  /** Its text cannot be separated from that of another cell. */
  isMixed: boolean;
  /** Left edge of the number. */
  readonly edge: number;
  /** Left edge of the last line without the number. */
  left: number;
  /** Whether lines below the number begin in a column left of it, and in its own. */
  readonly begins: { isLeft: boolean; isOwn: boolean };
  isClosed: boolean;
}

/** The numbered cells of the lines of a document: in three columns, and as headings with their text beside or below. */
export function lineCells(lines: readonly PlacedLine[]): readonly (readonly RawCell[])[] {
  const columns = columnsOf(lines);
  return [...(columns === null ? [] : [cellsIn(lines, columns)]), cellsIn(lines, null)];
}

function cellsIn(lines: readonly PlacedLine[], columns: Columns | null): readonly RawCell[] {
  const open: Open[] = [];
  const widest = slightly * gapOf(lines);
  for (const [index, line] of lines.entries()) {
    const [first] = line.cells;
    if (first === undefined) continue;
    const whole = numberOf(first[2]);
    const inline = whole === null ? numberedText(first[2]) : null;
    const isFar = whole === null && inline === null && (belowBy(lines, index) > widest || isBelowColumns(lines, index));
    // Where numbers stand in a column of their own, a number within a text is none.
    if (whole !== null || (inline !== null && columns === null)) {
      open.push({
        number: whole ?? inline?.number ?? '',
        labels: [],
        texts: [],
        lines: [],
        boxes: [],
        edge: first[0],
        left: 0,
        begins: { isLeft: false, isOwn: false },
        page: line.page,
        region: line.region,
        isMixed: whole !== null && line.cells.length === 1,
        isClosed: false,
      });
    }
    const cell = open.at(-1);
    if (cell === undefined) continue;
    // A heading ends the cell before it, and belongs to none; so does a gap that is wider than those between cells.
    if ((isFar || isHeading(line)) && whole === null && inline === null) cell.isClosed = true;
    if (cell.isClosed) continue;
    if (columns === null) addInline(cell, line, whole === null ? (inline?.rest ?? null) : '');
    else addColumns(cell, line, columns, whole !== null);
  }
  return open.map((cell) => ({
    number: cell.number,
    label: columns === null ? null : cell.labels.join(' '),
    text: cell.isMixed ? '' : cell.texts.join(' '),
    place: pdfPlace(cell.page, boxAround(cell.boxes.length > 0 ? cell.boxes : [[0, 0, 0, 0]])),
    ...(columns === null && !cell.isMixed ? { lines: cell.lines } : {}),
  }));
}

/** A gap is wider than others by this share. */
const slightly = 1.25;
/** Of the gaps in numbered cells and between them, this share is not wider than the usual widest one. */
const usualShare = 0.95;

/** Points between a line and the one above it; 0 at the top of a page or column. */
function belowBy(lines: readonly PlacedLine[], index: number): number {
  const [line, before] = [lines[index], lines[index - 1]];
  return line === undefined || line.region !== before?.region ? 0 : line.y - before.y;
}

/** Whether a line is below columns of text, or the first one of them below lines over the whole width. */
function isBelowColumns(lines: readonly PlacedLine[], index: number): boolean {
  const [line, before] = [lines[index], lines[index - 1]];
  return line !== undefined && line.page === before?.page && line.region !== before.region && line.y > before.y;
}

/** The widest usual gap up to the last number, in points; infinite where there are few. */
function gapOf(lines: readonly PlacedLine[]): number {
  const isNumbered = ({ cells }: PlacedLine): boolean =>
    numberOf(cells[0]?.[2] ?? '') !== null || numberedText(cells[0]?.[2] ?? '') !== null;
  const [first, last] = [lines.findIndex(isNumbered), lines.findLastIndex(isNumbered)];
  const gaps = lines
    .flatMap((_, index) => (index > first && index <= last ? belowBy(lines, index) : []))
    .filter((gap) => gap > 0)
    .toSorted((a, b) => a - b);
  return gaps.length < fewestGaps ? Number.POSITIVE_INFINITY : (gaps[Math.floor(usualShare * gaps.length)] ?? 0);
}

const fewestGaps = 8;

/** `rest` is the text of a line with a number after it, null of other lines. */
function addInline(cell: Open, line: PlacedLine, rest: string | null): void {
  const [first, ...others] = line.cells.map(([, , own]) => own);
  const [text = '', ...beside] = [rest ?? first ?? '', ...others].filter((own) => own !== '');
  const from = line.cells[0]?.[0] ?? 0;
  const isIndented = cell.lines.length > 0 && Math.abs(from - cell.left) > mostIndent;
  if (rest === null) {
    if (from < cell.edge - narrowestColumn) cell.begins.isLeft = true;
    else if (from >= cell.edge - mostIndent) cell.begins.isOwn = true;
    // Columns beside one another that a text across both has joined: below a centred heading, lines begin left of it alone.
    if (cell.begins.isLeft && cell.begins.isOwn) cell.isMixed = true;
  }
  if (rest === null || cell.lines.length === 0) cell.left = line.cells[rest === '' ? 1 : 0]?.[0] ?? 0;
  cell.lines.push({ text, isApart: rest === null && (line.isApart || isIndented) });
  // What stands beside a label is no part of it.
  for (const own of beside) cell.lines.push({ text: own, isApart: false });
  cell.texts.push(text, ...beside);
  if (line.region === cell.region) for (const box of boxesOf(line)) cell.boxes.push(box);
}

/** Lines of one paragraph begin within so many points of one another. */
const mostIndent = 8;
/** Columns of text begin farther apart, in points. */
const narrowestColumn = 72;

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
      if (line.region === cell.region) cell.boxes.push([x0, line.y - line.h, x1, line.y + line.h / 4]);
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
