/** Nothing older than this is served as current, milliseconds (architecture 7). */
const currentForMs = 1_000;

/** An age below zero is of a clock that has gone back: it tells nothing. */
export const isCurrent = (ageMs: number): boolean => ageMs >= 0 && ageMs <= currentForMs;

/** Where news come from tables that others write, a replica may show them late, or in another order: nothing is kept longer. */
const longestKeptMs = 60_000;

/** Whether what was read so long ago may still hold. Below zero is a clock that has gone back: windows begin earlier then. */
export const isWithinMaxAge = (ageMs: number, { hasAllWrites }: { readonly hasAllWrites: boolean }): boolean =>
  ageMs >= 0 && (hasAllWrites || ageMs <= longestKeptMs);

export interface StalenessOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether every write is told of by `wake`; otherwise only a look finds it. */
  readonly pushed: boolean;
}

/** How old what was read from the tables may be. */
export interface Staleness {
  /** False when something that was written over a second ago may be missing. */
  readonly current: () => boolean;
  /** Something was written. */
  readonly wake: () => void;
  /** Runs the reading; when it fails, it has not been. */
  readonly during: (read: () => Promise<void>) => Promise<void>;
}

export function createStaleness({ clock, pushed }: StalenessOptions): Staleness {
  let askedAt: number | null = null;
  /** The first of the wakes that no reading has begun after and ended. */
  let unread: number | null = null;
  let wokenMeanwhile: number | null = null;

  return {
    current: () => {
      if (askedAt === null) return false;
      const since = pushed ? unread : askedAt;
      return since === null || isCurrent(clock() - since);
    },
    wake: () => {
      const now = clock();
      unread ??= now;
      wokenMeanwhile ??= now;
    },
    during: async (read) => {
      const asked = clock();
      wokenMeanwhile = null;
      await read();
      askedAt = asked;
      unread = wokenMeanwhile;
    },
  };
}
