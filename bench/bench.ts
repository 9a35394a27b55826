import type { Measurement } from './measurement.ts';

export interface BenchOptions {
  /** Share of the full size: 1, or less for a quick look. */
  readonly scale: number;
  /** Take a profile of the measured part and say what dominates. Slows what is measured. */
  readonly profile: boolean;
}

/** One measured situation. */
export type BenchCase = (options: BenchOptions) => Promise<readonly Measurement[]>;

/** What `npm run bench` can measure. Every case of every run has a process of its own. */
export interface Bench {
  readonly name: string;
  readonly measures: string;
  readonly cases: Readonly<Record<string, BenchCase>>;
  /** Cases that start a Kafka; left out, with the reason, where none can be started. */
  readonly onKafka?: Readonly<Record<string, BenchCase>>;
}

export const casesOf = ({ cases, onKafka = {} }: Bench): Readonly<Record<string, BenchCase>> => ({
  ...cases,
  ...onKafka,
});
