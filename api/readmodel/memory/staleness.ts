/** Cached data older than this is not served as current, milliseconds (decision 21). */
const currentForMs = 1_000;

/** Whether data of this age is current. A negative age means that the clock went back, so the real age is unknown. */
export const isCurrent = (ageMs: number): boolean => ageMs >= 0 && ageMs <= currentForMs;

/** When another process writes the tables, replicas may lag or reorder; cache entries live at most this long, milliseconds. */
const maxAgeMs = 60_000;

/**
 * Whether an entry of this age may still be valid. After the clock went back the age is negative, and the entry may contain
 * changes from before the window of a request.
 */
export const isWithinMaxAge = (ageMs: number, { hasAllWrites }: { readonly hasAllWrites: boolean }): boolean =>
  ageMs >= 0 && (hasAllWrites || ageMs <= maxAgeMs);

export interface StalenessOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether `wake` is called after every write; otherwise only a poll finds it. */
  readonly pushed: boolean;
}

/** Tracks how stale the data may be that was read from the tables. */
export interface Staleness {
  /** False if a row that was written over a second ago may be missing. */
  readonly current: () => boolean;
  /** Call after a write. */
  readonly wake: () => void;
  /** Runs a read; a failed one does not count. */
  readonly during: (read: () => Promise<void>) => Promise<void>;
}

export function createStaleness({ clock, pushed }: StalenessOptions): Staleness {
  let readAt: number | null = null;
  /** Time of the oldest wake-up not yet followed by a complete read. */
  let unread: number | null = null;
  let wokenMeanwhile: number | null = null;

  return {
    current: () => {
      if (readAt === null) return false;
      const since = pushed ? unread : readAt;
      return since === null || isCurrent(clock() - since);
    },
    wake: () => {
      const now = clock();
      unread ??= now;
      wokenMeanwhile ??= now;
    },
    during: async (read) => {
      const startedAt = clock();
      wokenMeanwhile = null;
      await read();
      readAt = startedAt;
      unread = wokenMeanwhile;
    },
  };
}
