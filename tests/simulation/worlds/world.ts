import type { FaultClasses, Knobs } from '../kernel/plan.ts';
import type { Simulation } from '../kernel/simulation.ts';

/** A part of the program with what surrounds it, and the invariants that must hold in it. */
export interface World<K extends Knobs = Knobs> {
  readonly what: string;
  /** Sizes, drawn for each seed. The first value is the one that makes the smallest world. */
  readonly knobs: K;
  readonly faults: FaultClasses;
  /** Resolves when the world has ended; what is untrue is a violation of the simulation. */
  readonly run: (simulation: Simulation, size: Readonly<Record<keyof K, number>>) => Promise<void>;
}

/** Infers the knobs of a world, so that their names are checked where it uses them. */
export const defineWorld = <const K extends Knobs>(world: World<K>): World<K> => world;

/** `[least, …, most]`, as the values of a knob. */
export const upTo = (least: number, most: number): readonly [number, ...number[]] => [
  least,
  ...Array.from({ length: most - least }, (_, step) => least + step + 1),
];
