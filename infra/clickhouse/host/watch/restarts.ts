/** When the next host is started after one ended. Holds no timer. */
export interface Restarts {
  /**
   * Counts the end of a host and returns the pause before the next one, milliseconds.
   * @param openMs how long it was open; null when it could not be opened
   */
  readonly ended: (openMs: number | null) => number;
}

/** So many hosts in a row are followed by the next one at once: reads wait for less than a second then. */
const atOnce = 10;
/** A host that stays open for this time cancels out one that ended, milliseconds. */
const forgivingMs = 6_000;
const firstPauseMs = 500;
/** A host that cannot be opened takes as much of a processor as another one, and serves nothing. Milliseconds. */
const longestPauseOfOpeningsMs = 30_000;

/** @param longestPauseMs longest pause after a host that was open, milliseconds */
export function createRestarts(longestPauseMs: number): Restarts {
  /** Hosts that ended and that no later one made up for. */
  let endings = 0;
  let failedOpenings = 0;
  return {
    ended: (openMs) => {
      if (openMs === null) {
        failedOpenings += 1;
        return pauseAfter(failedOpenings - 1, longestPauseOfOpeningsMs);
      }
      failedOpenings = 0;
      endings = Math.max(0, endings - Math.floor(openMs / forgivingMs)) + 1;
      return pauseAfter(endings - atOnce, longestPauseMs);
    },
  };
}

const pauseAfter = (times: number, longestMs: number): number =>
  times <= 0 ? 0 : Math.min(longestMs, firstPauseMs * 2 ** Math.min(times - 1, 16));
