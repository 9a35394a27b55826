import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';

/** A file of a source, as the plot shows it. */
export interface PlottedRun extends Readonly<Record<Difference, number>> {
  /** As-of, milliseconds. */
  readonly at: number;
  readonly rows: number;
  readonly rejected: boolean;
}

/** What differs from the file before, in the order of a bar from the axis upwards. */
export const differences = ['added', 'changed', 'removed'] as const;
type Difference = (typeof differences)[number];

/** Rows over time as shapes in the drawing's own unit. */
export interface RowsPlot {
  readonly width: number;
  readonly height: number;
  readonly line: string;
  readonly area: string;
  readonly dots: readonly { readonly x: number; readonly y: number; readonly rejected: boolean }[];
  readonly counts: readonly Count[];
  /** Null in a drawing without numbers. */
  readonly below: Below | null;
}

interface Count {
  readonly count: number;
  readonly y: number;
}

/** Bars below the rows, and the axis of time. */
interface Below {
  readonly bars: readonly Bar[];
  readonly counts: readonly Count[];
  /** Days of the axis, milliseconds. */
  readonly days: readonly { readonly at: number; readonly x: number }[];
}

interface Bar {
  readonly of: Difference;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** Space at the left for numbers; without any there are none, and no bars. */
  readonly left: number;
}

export const barWidth = 8;
/** Heights of the bars, and of the axis of time below them. */
const [barsHeight, axisHeight] = [46, 20];
/** Days on the axis, about. */
const days = 7;
/** Room for the name of a day, such as "28 Sep 2026". */
const dayWidth = 90;

/** Runs, oldest first. A file that was rejected has a dot, and the line passes it by: its rows are not the source's. */
export function rowsPlot(runs: readonly PlottedRun[], { width, height, left }: Size): RowsPlot | null {
  const accepted = runs.filter(({ rejected }) => !rejected);
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || accepted.length === 0) return null;
  const isSmall = left === 0;
  const x = scaleUtc([first.at, Math.max(last.at, first.at + 1)], [isSmall ? 4 : left + 8, width - (isSmall ? 4 : 12)]);
  // The axis begins and ends at a day that it names.
  if (!isSmall && first.at !== last.at) x.nice(days);
  const most = Math.max(1, ...runs.map(({ rows }) => rows));
  const base = isSmall ? height - 5 : height - axisHeight - barsHeight - 24;
  const y = scaleLinear([0, most], [base, 5]);
  if (!isSmall) y.nice(4);
  const points = accepted.map(({ at, rows }): [number, number] => [rounded(x(at)), rounded(y(rows))]);
  return {
    width,
    height,
    line: line().curve(curveStepAfter)(points) ?? '',
    area:
      area()
        .curve(curveStepAfter)
        .y0(rounded(y(0)))(points) ?? '',
    dots: runs.map(({ at, rows, rejected }) => ({ x: rounded(x(at)), y: rounded(y(rows)), rejected })),
    counts: isSmall ? [] : countsOf(y, 4),
    below: isSmall ? null : { ...barsOf(accepted, x, height - axisHeight), days: daysOf(x, first.at === last.at) },
  };
}

type Axis = (value: number) => number;

/** What differs in each accepted file: of one that was rejected nothing was taken over. */
function barsOf(accepted: readonly PlottedRun[], x: Axis, base: number): Pick<Below, 'bars' | 'counts'> {
  const most = Math.max(1, ...accepted.map(({ added, changed, removed }) => added + changed + removed));
  const y = scaleLinear([0, most], [base, base - barsHeight]);
  const bars = accepted.flatMap((run) => {
    let below = 0;
    return differences.flatMap((of): readonly Bar[] => {
      const count = run[of];
      if (count === 0) return [];
      const bar = {
        of,
        x: rounded(x(run.at) - barWidth / 2),
        y: rounded(y(below + count)),
        height: rounded(y(0) - y(count)),
      };
      below += count;
      return [bar];
    });
  });
  return { bars, counts: countsOf(y, 2) };
}

const countsOf = (y: ReturnType<typeof scaleLinear<number>>, about: number): readonly Count[] =>
  y
    .ticks(about)
    .filter(Number.isInteger)
    .map((count) => ({ count, y: rounded(y(count)) }));

/** Days whose names do not touch. */
function daysOf(x: ReturnType<typeof scaleUtc<number>>, isOne: boolean): Below['days'] {
  const shown: { readonly at: number; readonly x: number }[] = [];
  for (const at of isOne ? x.domain().slice(0, 1) : x.ticks(days)) {
    const last = shown.at(-1);
    const place = rounded(x(at));
    if (last === undefined || place - last.x >= dayWidth) shown.push({ at: at.getTime(), x: place });
  }
  return shown;
}

const rounded = (length: number): number => Math.round(length * 10) / 10;
