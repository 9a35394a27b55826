import type { Simulation } from '../kernel/simulation.ts';

/** A piece and the head, bytes: they arrive whole. */
const atOnce = 128 * 1024;

/** Returns the check that a body without end is read up to its limit only: call it with the bytes received so far. */
export const createBodyLimitCheck =
  (simulation: Simulation, maximumBytes: number) =>
  (bytes: number): void => {
    if (bytes <= maximumBytes + atOnce) return;
    simulation.violate('body-limit', `${bytes} bytes of a body were taken, whose limit is ${maximumBytes}`);
  };
