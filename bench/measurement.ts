/** A figure of one run, with its floor from the same run. */
export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** The lower bound: the same work by the engine alone. Null where there is none. */
  readonly floor: { readonly name: string; readonly value: number } | null;
  readonly target: Target | null;
}

/** Target of the figure, or of its ratio to the floor. */
export interface Target {
  readonly of: 'value' | 'ratio';
  readonly bound: 'at least' | 'at most';
  readonly value: number;
}

/** The same figure over all runs. */
export interface Figure extends Omit<Measurement, 'value' | 'floor'> {
  readonly runs: number;
  readonly min: number;
  readonly median: number;
  readonly max: number;
  readonly floor: { readonly name: string; readonly median: number } | null;
  /** Median of the runs' own ratios of value to floor. */
  readonly ratio: number | null;
  /** Whether the median meets the target; null without a target. */
  readonly met: boolean | null;
}

export const atLeast = (value: number): Target => ({ of: 'value', bound: 'at least', value });
export const atMost = (value: number): Target => ({ of: 'value', bound: 'at most', value });
export const ratioAtMost = (value: number): Target => ({ of: 'ratio', bound: 'at most', value });
export const ratioAtLeast = (value: number): Target => ({ of: 'ratio', bound: 'at least', value });

/** One figure from the measurements of the same name. */
export function figureOf(measurements: readonly Measurement[]): Figure {
  const [first] = measurements;
  if (first === undefined) throw new Error('there is no measurement');
  const { name, unit, target } = first;
  const values = measurements.map(({ value }) => value);
  const floors = measurements.flatMap(({ floor }) => (floor === null ? [] : [floor.value]));
  const ratios = measurements.flatMap(({ value, floor }) => (floor === null ? [] : [value / floor.value]));
  const ratio = first.floor === null ? null : median(ratios);
  return {
    name,
    unit,
    target,
    runs: measurements.length,
    min: Math.min(...values),
    median: median(values),
    max: Math.max(...values),
    floor: first.floor === null ? null : { name: first.floor.name, median: median(floors) },
    ratio,
    met: target === null ? null : isMet(target, target.of === 'value' ? median(values) : ratio),
  };
}

export const median = (values: readonly number[]): number => percentile(values, 50);

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

const isMet = ({ bound, value }: Target, actual: number | null): boolean =>
  actual !== null && (bound === 'at least' ? actual >= value : actual <= value);
