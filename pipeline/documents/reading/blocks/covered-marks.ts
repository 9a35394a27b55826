/** Which pieces of lines lie inside of cells of tables. */
import type { Box, PageCell, PageLine } from '../../../../schemas/values/reading.ts';
import type { Steps } from './steps.ts';

/** A piece of a line: its ends and its baseline. */
interface Mark {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
}

/** A piece of a line may stand out of its cell by this many points. */
const slack = 1;

/** Whether all or some of the pieces of a line lie inside of cells. */
export function inTables(
  lines: readonly PageLine[],
  cells: readonly PageCell[],
  steps: Steps,
): (line: PageLine, which: 'every' | 'some') => boolean {
  const marks = new Map(lines.map((line) => [line, line.cells.map(([x0, x1]): Mark => ({ x0, x1, y: line.y }))]));
  const boxes = cells.map(([x0, y0, x1, y1]): Box => [x0, y0, x1, y1]);
  const covered = coveredMarks([...marks.values()].flat(), boxes, steps);
  return (line, which) => marks.get(line)?.[which]((mark) => covered.has(mark)) ?? false;
}

/**
 * For each mark, whether a cell covers it. Goes down the page: cells begin and end, and of those that are open the one whose right
 * edge is farthest, among those that begin left enough, decides. So it takes some log(cells) comparisons for each mark and cell.
 */
function coveredMarks(marks: readonly Mark[], boxes: readonly Box[], steps: Steps): ReadonlySet<Mark> {
  const covered = new Set<Mark>();
  const cells = boxes.filter(([, top, , bottom]) => bottom + slack > top - slack);
  if (cells.length === 0) return covered;
  const byLeft = cells.map((_, index) => index).sort((a, b) => leftOf(cells, a) - leftOf(cells, b));
  const lefts = byLeft.map((index) => leftOf(cells, index) - slack);
  const rights = createHighest(cells.length, steps);
  const begins = byLeft
    .map((index, rank) => ({ index, rank }))
    .sort((a, b) => topOf(cells, a.index) - topOf(cells, b.index));
  const ends = [...begins].sort((a, b) => bottomOf(cells, a.index) - bottomOf(cells, b.index));
  let [begun, ended] = [0, 0];
  for (const mark of [...marks].sort((a, b) => a.y - b.y)) {
    for (
      let next = begins[begun];
      next !== undefined && mark.y > topOf(cells, next.index) - slack;
      next = begins[begun]
    ) {
      rights.set(next.rank, (cells[next.index]?.[2] ?? 0) + slack);
      begun += 1;
    }
    for (
      let next = ends[ended];
      next !== undefined && mark.y >= bottomOf(cells, next.index) + slack;
      next = ends[ended]
    ) {
      rights.set(next.rank, Number.NEGATIVE_INFINITY);
      ended += 1;
    }
    const reach = rights.before(countUpTo(lefts, mark.x0));
    if (mark.x1 <= reach) covered.add(mark);
  }
  return covered;
}

const leftOf = (cells: readonly Box[], index: number): number => cells[index]?.[0] ?? 0;
const topOf = (cells: readonly Box[], index: number): number => cells[index]?.[1] ?? 0;
const bottomOf = (cells: readonly Box[], index: number): number => cells[index]?.[3] ?? 0;

/** How many of the sorted numbers are at most this one. */
function countUpTo(sorted: readonly number[], most: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers by rank, with the highest of the first ones: a tree of maxima. */
function createHighest(
  size: number,
  steps: Steps,
): { readonly set: (rank: number, value: number) => void; readonly before: (count: number) => number } {
  const tree = new Float64Array(2 * size).fill(Number.NEGATIVE_INFINITY);
  const at = (node: number): number => tree[node] ?? Number.NEGATIVE_INFINITY;
  return {
    set: (rank, value) => {
      let node = rank + size;
      tree[node] = value;
      for (node >>= 1; node >= 1; node >>= 1) {
        steps.comparisons(1);
        tree[node] = Math.max(at(2 * node), at(2 * node + 1));
      }
    },
    before: (count) => {
      let highest = Number.NEGATIVE_INFINITY;
      for (let [from, to] = [size, size + count]; from < to; from >>= 1, to >>= 1) {
        steps.comparisons(1);
        if (from % 2 === 1) highest = Math.max(highest, at(from++));
        if (to % 2 === 1) highest = Math.max(highest, at(--to));
      }
      return highest;
    },
  };
}
