import type { Measurement } from './measurement.ts';

export interface BenchOptions {
  /** Share of the full size: 1, or less for a quick check. */
  readonly scale: number;
  /** Profiles the measured part and prints what dominates. Slows the measured code. */
  readonly profile: boolean;
}

/** One measured situation. */
export type BenchCase = (options: BenchOptions) => Promise<readonly Measurement[]>;

/** What `npm run bench` can measure. Every case of every run has a process of its own. */
export interface Bench {
  readonly name: string;
  readonly measures: string;
  readonly cases: Readonly<Record<string, BenchCase>>;
  /** Cases that start Kafka; skipped, with the reason, where it cannot be started. */
  readonly onKafka?: Readonly<Record<string, BenchCase>>;
}

export const casesOf = ({ cases, onKafka = {} }: Bench): Readonly<Record<string, BenchCase>> => ({
  ...cases,
  ...onKafka,
});
