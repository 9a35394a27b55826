/** What a part is at, as an observer reads it. */
export interface PartAt {
  readonly part: string;
  /** Differs whenever the part has moved. */
  readonly at: string;
  /** The work that waits for it, as the end of a sentence; null when there is none. */
  readonly waiting: string | null;
  /** In how many milliseconds that work is due; 0, the default, for work that is there. */
  readonly dueInMs?: number;
}

/** A part that does not move although it has work. */
export interface Standstill {
  readonly part: string;
  /** How long it has not moved, milliseconds. */
  readonly forMs: number;
  readonly waiting: string;
}

export interface Standstills {
  /** Compares each part with what was read of it before. Parts that are not in the list have ended. */
  readonly observe: (parts: readonly PartAt[]) => void;
  readonly standing: () => readonly Standstill[];
}

/** Time without progress after which a part that has work counts as stalled. Milliseconds. */
export const standsAfterMs = 2 * 60_000;

/**
 * Which parts have not moved for two minutes while they had work.
 * @param elapsed milliseconds of a clock that never jumps
 */
export function createStandstills(elapsed: () => number): Standstills {
  const busy = new Map<string, { readonly at: string; readonly since: number; readonly waiting: string }>();
  return {
    observe: (parts) => {
      const now = elapsed();
      const known = new Set(parts.map(({ part }) => part));
      for (const part of busy.keys()) if (!known.has(part)) busy.delete(part);
      for (const { part, at, waiting, dueInMs = 0 } of parts) {
        const before = busy.get(part);
        if (waiting === null) busy.delete(part);
        else if (before?.at === at) busy.set(part, { ...before, waiting });
        else busy.set(part, { at, since: now + dueInMs, waiting });
      }
    },
    standing: () => {
      const now = elapsed();
      return [...busy]
        .map(([part, { since, waiting }]) => ({ part, forMs: now - since, waiting }))
        .filter(({ forMs }) => forMs >= standsAfterMs);
    },
  };
}

/** The finding behind the name of the part, for `/readyz`. */
export const standstillText = ({ forMs, waiting }: Omit<Standstill, 'part'>): string =>
  `has not moved for ${Math.floor(forMs / 60_000)} minutes although it has work: ${waiting}; see docs/runbooks/standstill.md`;
