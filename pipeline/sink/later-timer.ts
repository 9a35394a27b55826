/** How long rows that no client waits for are gathered at most, milliseconds. */
const longestMs = 1_000;
/** A log on which nothing is new for so long, milliseconds: what waits for a position has it then. */
const quietMs = 50;

/** When gathered rows are due: once the log is quiet, or after a second. */
export interface LaterTimer {
  /** All that is new has been read, and rows are gathered. */
  readonly quiet: () => void;
  /** Nothing is gathered. */
  readonly end: () => void;
}

export function laterTimer(due: () => void): LaterTimer {
  let longest: NodeJS.Timeout | null = null;
  let quiet: NodeJS.Timeout | null = null;
  return {
    quiet: () => {
      longest ??= setTimeout(due, longestMs).unref();
      if (quiet !== null) clearTimeout(quiet);
      quiet = setTimeout(due, quietMs).unref();
    },
    end: () => {
      for (const timer of [longest, quiet]) if (timer !== null) clearTimeout(timer);
      longest = null;
      quiet = null;
    },
  };
}
