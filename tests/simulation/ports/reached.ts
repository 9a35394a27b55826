/** `tests/support/reached.ts` in virtual time: the condition is computed every millisecond. */
import { simulation } from '../kernel/simulation.ts';

const longestMs = 120_000;

/** @throws Error when the condition does not hold within two virtual minutes */
export async function reached(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = simulation().now + longestMs;
  while (!(await holds())) {
    if (simulation().now > deadline) throw new Error(`not within ${longestMs / 1_000} s: ${what}`);
    await simulation().pause(1, what);
  }
}
