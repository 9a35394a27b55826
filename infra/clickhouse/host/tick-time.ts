/** Ticks may come later than that many intervals, on a busy machine, and still count in full. */
const latestTicks = 2;

/**
 * Time that a tick stands for, milliseconds. After a suspension of the machine, or of this process, a tick comes late: nothing has
 * become late by it, so it counts as one interval.
 * @param tookMs time since the last tick
 */
export const tickTime = (tickMs: number, tookMs: number): number => (tookMs > tickMs * latestTicks ? tickMs : tookMs);
