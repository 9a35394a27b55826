import type { Simulation } from '../kernel/simulation.ts';

/** Single requests after the first refusal, and what a round sends alone anyway. */
const [afterRefusal, alone] = [100, 50];

/**
 * A node that refused batches gets one again after 100 single requests, and after twice as many with each further refusal.
 * `singles`: those since the last batch; `refusals`: batches refused since one was taken.
 */
export function checkBatchesAgain(simulation: Simulation, node: string, singles: number, refusals: number): void {
  if (singles <= alone + afterRefusal * 2 ** Math.max(0, refusals - 1)) return;
  simulation.violate('batches-again', `${node} got ${singles} single requests after ${refusals} refused batches`);
}
