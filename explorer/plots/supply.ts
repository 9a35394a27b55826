import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';

/** A reading of a supply, as the plot shows it. */
export interface PlottedSupply {
  /** Milliseconds. */
  readonly at: number;
  readonly amount: number;
  /** "41,200,000 USDC". */
  readonly text: string;
}

/** A curve of the supply in the drawing's own unit. */
export interface SupplyPlot {
  readonly line: string;
  readonly area: string;
  /** What ends it: the first and the newest reading, the least and the greatest. */
  readonly first: PlottedSupply;
  readonly last: PlottedSupply;
  readonly least: PlottedSupply;
  readonly most: PlottedSupply;
}

export const supplyPlotSize = { width: 300, height: 56 } as const;
const margin = 3;

/** Readings, oldest first, from nothing upwards: a part of the axis would draw a small step like a large one. Null below two. */
export function supplyPlot(readings: readonly PlottedSupply[]): SupplyPlot | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || readings.length < 2) return null;
  const { width, height } = supplyPlotSize;
  const least = readings.reduce((one, other) => (other.amount < one.amount ? other : one));
  const most = readings.reduce((one, other) => (other.amount > one.amount ? other : one));
  const x = scaleUtc([first.at, last.at], [margin, width - margin]);
  const y = scaleLinear([0, Math.max(1, most.amount)], [height - margin, margin]);
  const points = readings.map(({ at, amount }): [number, number] => [rounded(x(at)), rounded(y(amount))]);
  return {
    line: line().curve(curveStepAfter)(points) ?? '',
    area:
      area()
        .curve(curveStepAfter)
        .y0(rounded(y(0)))(points) ?? '',
    first,
    last,
    least,
    most,
  };
}

const rounded = (length: number): number => Math.round(length * 10) / 10;
