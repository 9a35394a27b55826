/** Columns of text beside one another on a page: each is a region of its own, and no line goes on across the gutter. */
import type { LineCell, PageLine } from '../../../../schemas/values/reading.ts';

/** Whether the lines of two sides of a page are columns of their own, and no rows of one table. */
export type AreColumns = (left: readonly PageLine[], right: readonly PageLine[]) => boolean;

/** Cells of a column begin within so many points of its edge. */
const sameEdge = 3;
/** Points that a gutter is wide at least. */
const narrowest = 4;
/** Cells that begin at an edge at least, and edges that are tried. */
const fewest = 2;
const mostEdges = 6;
/** A page has at most twice two columns. */
const deepest = 2;
/** What is farther below a column than its lines are apart, by this share, is below both columns. */
const apart = 1.25;

/** The lines of one page in parts: those of a column together, from left to right, between lines over the whole width. */
export function regionsOf<Line extends PageLine>(
  lines: readonly Line[],
  areColumns: AreColumns,
  depth = deepest,
): readonly (readonly Line[])[] {
  if (depth === 0) return [lines];
  for (const edge of edgesOf(lines)) {
    const runs = runsOf(lines, edge).map(({ isCrossing, lines: run }) => {
      const columns = isCrossing ? null : columnsAt(run, edge, areColumns);
      return columns ?? [run];
    });
    if (runs.every((run) => run.length === 1)) continue;
    return runs.flat().flatMap((region) => regionsOf(region, areColumns, depth - 1));
  }
  return [lines];
}

/** Left edges at which cells begin right of others, the most frequent first. */
function edgesOf(lines: readonly PageLine[]): readonly number[] {
  const leftmost = lines.reduce(
    (least, { cells: [first] }) => Math.min(least, first?.[0] ?? least),
    Number.POSITIVE_INFINITY,
  );
  const count = new Map<number, number>();
  for (const { cells } of lines)
    for (const [x0] of cells) {
      const edge = Math.round(x0);
      if (edge > leftmost + sameEdge) count.set(edge, (count.get(edge) ?? 0) + 1);
    }
  return [...count]
    .filter(([, cells]) => cells >= fewest)
    .sort(([a, one], [b, other]) => other - one || a - b)
    .slice(0, mostEdges)
    .map(([edge]) => edge);
}

const isRight = ([x0]: LineCell, edge: number): boolean => x0 >= edge - sameEdge;

/** Lines in a row of which no cell crosses the gutter left of an edge, and those between them. */
function runsOf<Line extends PageLine>(lines: readonly Line[], edge: number): readonly Run<Line>[] {
  const runs: { readonly isCrossing: boolean; readonly lines: Line[] }[] = [];
  for (const line of lines) {
    const isCrossing = line.cells.some((cell) => !isRight(cell, edge) && cell[1] > edge - narrowest);
    const run = runs.at(-1);
    if (run?.isCrossing === isCrossing) run.lines.push(line);
    else runs.push({ isCrossing, lines: [line] });
  }
  return runs;
}

interface Run<Line> {
  readonly isCrossing: boolean;
  readonly lines: readonly Line[];
}

/** The left column with what is above it, the right one, and what is below both; null where they are no columns. */
function columnsAt<Line extends PageLine>(
  run: readonly Line[],
  edge: number,
  areColumns: AreColumns,
): readonly (readonly Line[])[] | null {
  const from = run.findIndex(({ cells }) => cells.some((cell) => isRight(cell, edge)));
  if (from < 0) return null;
  const end = endOf(run, edge, from);
  const sideOf = (isOfRight: boolean): readonly Line[] =>
    run.slice(0, end).flatMap((line) => {
      const cells = line.cells.filter((cell) => isRight(cell, edge) === isOfRight);
      return cells.length === 0 ? [] : [{ ...line, cells }];
    });
  const [left, right] = [sideOf(false), sideOf(true)];
  return areColumns(left, right) ? [left, right, run.slice(end)].filter((region) => region.length > 0) : null;
}

/** Index after the last line of both columns: a line below the right one that is set apart is below both. */
function endOf(run: readonly PageLine[], edge: number, from: number): number {
  const lastRight = run.findLastIndex(({ cells }) => cells.some((cell) => isRight(cell, edge)));
  let before: number | null = null;
  let widest = 0;
  for (const [index, { y, cells }] of run.entries()) {
    const isLeft = cells.some((cell) => !isRight(cell, edge));
    if (index < from || !isLeft) continue;
    const gap = before === null ? 0 : y - before;
    if (index > lastRight && gap > apart * widest) return index;
    widest = Math.max(widest, gap);
    before = y;
  }
  return run.length;
}
