import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { type TimeInterval, utcDay, utcTickInterval } from 'd3-time';
import { dayMs } from '../../schemas/values/durations.ts';

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
  readonly days: readonly AxisDay[];
}

/** A day that the axis names, milliseconds, and from where its name is written. */
export interface AxisDay {
  readonly at: number;
  readonly x: number;
  readonly anchor: 'end' | 'middle' | 'start';
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
const dayWidth = 84;

/** Runs, oldest first. A file that was rejected has a dot, and the line passes it by: its rows are not the source's. */
export function rowsPlot(runs: readonly PlottedRun[], { width, height, left }: Size): RowsPlot | null {
  const accepted = runs.filter(({ rejected }) => !rejected);
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || accepted.length === 0) return null;
  const isSmall = left === 0;
  const x = scaleUtc(
    [first.at, Math.max(last.at, first.at + 1)],
    [isSmall ? 4 : left + 8, width - (isSmall ? 4 : dayWidth / 2)],
  );
  // The axis begins and ends at a day that it names.
  const named = isSmall || first.at === last.at ? null : namedDays(first.at, last.at);
  if (named !== null) x.domain([named.at(0) ?? first.at, named.at(-1) ?? last.at]);
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
    below: isSmall
      ? null
      : { ...barsOf(accepted, x, height - axisHeight), days: daysOf(named ?? [new Date(first.at)], x, width) },
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

/** Round days at equal steps of the calendar, from one before the first file to one after the last. */
function namedDays(first: number, last: number): readonly Date[] {
  const step: TimeInterval =
    (last - first < days * dayMs ? null : utcTickInterval(new Date(first), new Date(last), days)) ?? utcDay;
  const end = step.ceil(new Date(last));
  return step.range(step.floor(new Date(first)), new Date(end.getTime() + 1));
}

/** Those of them whose names do not touch; the first and the last always, where there is room for two. */
function daysOf(named: readonly Date[], x: ReturnType<typeof scaleUtc<number>>, width: number): readonly AxisDay[] {
  const [last, ...before] = named.map((at) => axisDay(at.getTime(), rounded(x(at)), width)).toReversed();
  if (last === undefined) return [];
  const shown: AxisDay[] = [];
  for (const day of before.toReversed()) {
    const left = shown.at(-1);
    const isFree = left === undefined || endOf(left) <= startOf(day);
    if (isFree && endOf(day) <= startOf(last)) shown.push(day);
  }
  return [...shown, last];
}

const axisDay = (at: number, x: number, width: number): AxisDay => ({
  at,
  x,
  anchor: x + dayWidth / 2 > width ? 'end' : x < dayWidth / 2 ? 'start' : 'middle',
});

const shares = { start: 0, middle: 0.5, end: 1 } as const;
const startOf = ({ x, anchor }: AxisDay): number => x - shares[anchor] * dayWidth;
const endOf = (day: AxisDay): number => startOf(day) + dayWidth;

const rounded = (length: number): number => Math.round(length * 10) / 10;
