import type { ProcessorStatus } from './status.ts';

/** Longest time that counts between two observations, in ms: a machine that slept meanwhile ran no processor either. */
const longestStepMs = 5_000;

export interface Movement {
  readonly observe: (statuses: readonly ProcessorStatus[]) => void;
  /** How long a processor's position has been the same, milliseconds. */
  readonly stillMs: (name: string) => number;
  /** How long no position and no end of a topic has changed, milliseconds. */
  readonly allStillMs: () => number;
  /** Counts as a change of everything. */
  readonly moved: () => void;
}

/** Since when each processor stands where it stands, by what is observed of them. */
export function createMovement(clock: () => number): Movement {
  const since = new Map<string, { readonly at: string; readonly elapsed: number }>();
  let last = clock();
  let elapsed = 0;
  const stillMs = (name: string): number => elapsed - (since.get(name)?.elapsed ?? elapsed);
  const note = (name: string, at: string): void => {
    if (since.get(name)?.at !== at) since.set(name, { at, elapsed });
  };
  return {
    observe: (statuses) => {
      const now = clock();
      elapsed += Math.min(Math.max(0, now - last), longestStepMs);
      last = now;
      for (const { name, partitions } of statuses) note(name, partitions.map(({ position }) => position).join());
      note(
        all,
        statuses.flatMap(({ partitions }) => partitions.map(({ position, end }) => `${position}/${end}`)).join(),
      );
    },
    stillMs,
    allStillMs: () => stillMs(all),
    moved: () => {
      for (const [name, { at }] of since) since.set(name, { at, elapsed });
    },
  };
}

/** No processor has this name. */
const all = '';
