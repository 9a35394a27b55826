import type { LineCell, PageLine } from '../../../../schemas/values/reading.ts';
import { collapsed } from '../text.ts';
import type { Piece } from './pieces.ts';

/** Pieces whose baselines differ by less than this share of their height are one line. */
const sameLine = 0.35;
/** A gap begins another cell if it has this share of the height and at least this number of points. */
const cellGap = { heights: 1.1, points: 7 };
/** A gap of this share of the height is a space. */
const spaceGap = 0.15;
/** A footnote mark is smaller than this share of the text beside it, and not farther away than this many points. */
const markSize = 0.78;
const markGap = 3;
const markForm = /^[(\[]?(?:\d{1,2}|[a-z]|[ivx]{1,4}|[*†‡§]{1,3})[)\]]?(?:,(?:\d{1,2}|[a-z]))*$/;

export const tenth = (value: number): number => Math.round(value * 10) / 10 || 0;

/** The lines of a page from top to bottom. Marks of footnotes are kept beside the text of their line. */
export function linesOf(pieces: readonly Piece[]): readonly PageLine[] {
  const { marks, texts } = splitMarks(pieces);
  const rows = rowsOf(texts);
  const columns = columnsOf(rows);
  return rows.map((row) => {
    const { y, h } = row;
    const own = marks
      .filter((mark) => mark.of !== null && row.pieces.includes(mark.of))
      .map(({ piece }) => collapsed(piece.text));
    return { y: tenth(y), h: tenth(h), cells: cellsOf(row.pieces, columns), marks: own };
  });
}

interface Row {
  y: number;
  h: number;
  pieces: Piece[];
}

function rowsOf(pieces: readonly Piece[]): readonly Row[] {
  const sorted = [...pieces].sort((a, b) => a.y - b.y || a.x0 - b.x0);
  const rows: Row[] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const near = row === undefined ? Infinity : Math.abs(piece.y - row.y);
    if (row !== undefined && near <= sameLine * Math.min(Math.max(row.h, piece.h), 2 * Math.min(row.h, piece.h))) {
      row.pieces.push(piece);
      row.h = Math.max(row.h, piece.h);
    } else rows.push({ y: piece.y, h: piece.h, pieces: [piece] });
  }
  for (const row of rows) row.pieces.sort((a, b) => a.x0 - b.x0 || a.y - b.y);
  return rows;
}

function splitMarks(pieces: readonly Piece[]): {
  readonly marks: readonly { readonly piece: Piece; readonly of: Piece | null }[];
  readonly texts: readonly Piece[];
} {
  const marks: { piece: Piece; of: Piece | null }[] = [];
  const texts: Piece[] = [];
  for (const piece of pieces) {
    const of = markForm.test(piece.text.trim()) ? markedBy(piece, pieces) : null;
    if (of === null) texts.push(piece);
    else marks.push({ piece, of });
  }
  return { marks, texts };
}

/** The text that a small piece is a mark of: larger, right before or after it, on a baseline that is a little lower. */
function markedBy(piece: Piece, pieces: readonly Piece[]): Piece | null {
  for (const text of pieces) {
    if (text === piece || piece.h > markSize * text.h) continue;
    const raised = text.y - piece.y;
    if (raised < 0.08 * text.h || raised > 0.8 * text.h) continue;
    const gap = Math.max(piece.x0 - text.x1, text.x0 - piece.x1);
    if (gap <= markGap) return text;
  }
  return null;
}

/** Number of lines with a cell at one place, within half a point, that make this place a column. */
const fewestInColumn = 4;
const halfPoints = (x: number): number => Math.round(2 * x);

/** Left edges, in half points, at which cells begin after a gap in several lines. */
function columnsOf(rows: readonly Row[]): ReadonlySet<number> {
  const count = new Map<number, number>();
  for (const { pieces } of rows) {
    const starts = cellsOf(pieces, new Set())
      .slice(1)
      .map(([x0]) => halfPoints(x0));
    for (const start of new Set(starts)) count.set(start, (count.get(start) ?? 0) + 1);
  }
  return new Set([...count].filter(([, lines]) => lines >= fewestInColumn).map(([start]) => start));
}

/** Pieces without a gap are one cell, unless one begins a column: a long label may reach up to the text beside it. */
function cellsOf(pieces: readonly Piece[], columns: ReadonlySet<number>): readonly LineCell[] {
  const cells: { x0: number; x1: number; text: string }[] = [];
  let last: Piece | null = null;
  for (const piece of pieces) {
    if (last !== null && isSame(last, piece)) continue;
    const cell = cells.at(-1);
    const gap = last === null || cell === undefined ? Infinity : piece.x0 - cell.x1;
    const isColumn = gap > spaceGap * piece.h && [-1, 0, 1].some((off) => columns.has(halfPoints(piece.x0) + off));
    if (cell === undefined || isColumn || gap > Math.max(cellGap.heights * piece.h, cellGap.points)) {
      cells.push({ x0: piece.x0, x1: piece.x1, text: piece.text });
    } else {
      cell.text += `${gap > spaceGap * piece.h ? ' ' : ''}${piece.text}`;
      cell.x1 = Math.max(cell.x1, piece.x1);
    }
    last = piece;
  }
  return cells
    .map(({ x0, x1, text }): LineCell => [tenth(x0), tenth(x1), collapsed(text)])
    .filter(([, , text]) => text !== '');
}

/** Bold letters are sometimes drawn twice. */
const isSame = (a: Piece, b: Piece): boolean =>
  a.text === b.text && Math.abs(a.x0 - b.x0) < 1 && Math.abs(a.y - b.y) < 1;
