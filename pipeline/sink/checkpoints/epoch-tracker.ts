import { type EngineEpoch, hostsIn, isSameEpoch, mergeEpochs } from './engine-epoch.ts';

/** What a lane knows of the life of its engine. */
export interface EpochTracker {
  readonly now: () => EngineEpoch;
  /**
   * When all of the engine was last known to be in this life, milliseconds: what had been inserted long before then is
   * safe, whatever happens next. An engine that cannot be looked at counts as there.
   */
  readonly aliveAt: () => number;
  /** Takes in what a look at the engine saw; true when it is in another life, which `enter` begins. */
  readonly look: (seen: EngineEpoch) => boolean;
  /** Begins the life that was seen last; false when that is this one. */
  readonly enter: () => boolean;
}

/** @param clock milliseconds */
export function trackEpoch(begun: EngineEpoch, clock: () => number): EpochTracker {
  let life = begun;
  let next: { readonly life: EngineEpoch; readonly hosts: readonly string[]; readonly at: number } | null = null;
  const seenAt = new Map<string, number>();
  const see = (hosts: readonly string[], at: number): void => hosts.forEach((host) => seenAt.set(host, at));
  see(hostsIn(begun), clock());
  return {
    now: () => life,
    aliveAt: () => Math.min(clock(), ...seenAt.values()),
    look: (seen) => {
      if (isSameEpoch(next?.life ?? life, seen)) {
        if (next === null) see(hostsIn(seen), clock());
        return false;
      }
      next = { life: mergeEpochs(next?.life ?? life, seen), hosts: hostsIn(seen), at: clock() };
      return true;
    },
    enter: () => {
      if (next === null) return false;
      life = next.life;
      see(next.hosts, next.at);
      next = null;
      return true;
    },
  };
}
