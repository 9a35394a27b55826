import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';

/** A file of a source, as the plot shows it. */
export interface PlottedRun {
  /** As-of, milliseconds. */
  readonly at: number;
  readonly rows: number;
  readonly rejected: boolean;
}

/** Rows over time as shapes in the drawing's own unit. */
export interface RowsPlot {
  readonly width: number;
  readonly height: number;
  readonly line: string;
  readonly area: string;
  readonly dots: readonly { readonly x: number; readonly y: number; readonly rejected: boolean }[];
  readonly counts: readonly { readonly count: number; readonly y: number }[];
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** Space at the left for numbers; without any there are none. */
  readonly left: number;
}

/** Runs, oldest first. A file that was rejected has a dot, and the line passes it by: its rows are not the source's. */
export function rowsPlot(runs: readonly PlottedRun[], { width, height, left }: Size): RowsPlot | null {
  const accepted = runs.filter(({ rejected }) => !rejected);
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || accepted.length === 0) return null;
  const inset = left === 0 ? 4 : left + 8;
  const x = scaleUtc([first.at, Math.max(last.at, first.at + 1)], [inset, width - (left === 0 ? 4 : 12)]);
  const most = Math.max(1, ...runs.map(({ rows }) => rows));
  const y = scaleLinear([0, most], [height - 5, 5]);
  const points = accepted.map(({ at, rows }): [number, number] => [rounded(x(at)), rounded(y(rows))]);
  return {
    width,
    height,
    line: line().curve(curveStepAfter)(points) ?? '',
    area: area().curve(curveStepAfter).y0(height)(points) ?? '',
    dots: runs.map(({ at, rows, rejected }) => ({ x: rounded(x(at)), y: rounded(y(rows)), rejected })),
    counts: left === 0 ? [] : y.ticks(4).map((count) => ({ count, y: rounded(y(count)) })),
  };
}

const rounded = (length: number): number => Math.round(length * 10) / 10;
