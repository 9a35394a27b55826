/**
 * Whether a duration has passed since a time; milliseconds. A time that lies ahead was noted before the clock was set back, by
 * days perhaps: the duration counts as passed.
 */
export const hasPassed = (durationMs: number, since: number, now: number): boolean =>
  now < since || now - since >= durationMs;
