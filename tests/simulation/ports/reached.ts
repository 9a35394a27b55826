/**
 * `tests/support/reached.ts` in virtual time: the condition is computed every millisecond, unless nothing but such polls has run
 * since: then it is as it was.
 */
import { simulation } from '../kernel/simulation.ts';

const longestMs = 120_000;
/** In a plan with late timers, a condition that stays as it is is computed ever more seldom, up to this time apart. */
const seldomMs = 1_000;

/**
 * The message counts the conditions, and has no time: an end that comes sooner has the same message only where the same condition
 * is the first that does not hold in time.
 *
 * @throws Error when the condition does not hold within two virtual minutes
 */
export async function reached(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const active = simulation();
  active.conditions += 1;
  const ordinal = active.conditions;
  const deadline = active.untilSettled(longestMs);
  let isHolding = await holds();
  // The event that runs may change more.
  let changes = active.changes - 1;
  let pollMs = 1;
  while (!isHolding) {
    if (active.now > deadline) throw new Error(`never, as condition ${ordinal}: ${what}`);
    await active.pause(pollMs, what);
    const isLate = active.now >= (active.plan.lateFromMs ?? Infinity);
    pollMs = isLate ? Math.min(seldomMs, 2 * pollMs) : 1;
    if (!active.isAsAt(changes)) isHolding = await holds();
    if (isHolding) return;
    active.polled();
    ({ changes } = active);
  }
}
