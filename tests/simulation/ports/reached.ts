/**
 * `tests/support/reached.ts` in virtual time: the condition is computed every millisecond, unless nothing but such polls has run
 * since: then it is as it was.
 */
import { simulation } from '../kernel/simulation.ts';

const longestMs = 120_000;
/** In a plan with late timers, a condition that stays as it is is computed ever more seldom, up to this time apart. */
const seldomMs = 1_000;

/** @throws Error when the condition does not hold within two virtual minutes */
export async function reached(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const active = simulation();
  const deadline = active.now + longestMs;
  let isHolding = await holds();
  // The event that runs may change more.
  let changes = active.changes - 1;
  let pollMs = 1;
  while (!isHolding) {
    if (active.now > deadline) throw new Error(`not within ${longestMs / 1_000} s: ${what}`);
    await active.pause(pollMs, what);
    const isLate = active.now >= (active.plan.lateFromMs ?? Infinity);
    pollMs = isLate ? Math.min(seldomMs, 2 * pollMs) : 1;
    if (!active.isAsAt(changes)) isHolding = await holds();
    if (isHolding) return;
    active.polled();
    ({ changes } = active);
  }
}
