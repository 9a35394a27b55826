import { type EngineEpoch, hostsIn, isSameEpoch, mergeEpochs } from './engine-epoch.ts';

/** A lane's knowledge of the epoch of its engine. */
export interface EpochTracker {
  readonly now: () => EngineEpoch;
  /**
   * When all hosts of the engine were last seen in this epoch, milliseconds: rows inserted long before then are safe. An
   * engine that cannot be queried counts as seen.
   */
  readonly aliveAt: () => number;
  /** Reports the epoch that was read from the engine. True if it is another epoch, which `enter` begins. */
  readonly observe: (seen: EngineEpoch) => boolean;
  /** Begins the epoch that was observed last; false if that is the current one. */
  readonly enter: () => boolean;
}

/** @param clock milliseconds */
export function trackEpoch(begun: EngineEpoch, clock: () => number): EpochTracker {
  let epoch = begun;
  let next: { readonly epoch: EngineEpoch; readonly hosts: readonly string[]; readonly at: number } | null = null;
  const seenAt = new Map<string, number>();
  const see = (hosts: readonly string[], at: number): void => hosts.forEach((host) => seenAt.set(host, at));
  see(hostsIn(begun), clock());
  return {
    now: () => epoch,
    aliveAt: () => Math.min(clock(), ...seenAt.values()),
    observe: (seen) => {
      if (isSameEpoch(next?.epoch ?? epoch, seen)) {
        if (next === null) see(hostsIn(seen), clock());
        return false;
      }
      next = { epoch: mergeEpochs(next?.epoch ?? epoch, seen), hosts: hostsIn(seen), at: clock() };
      return true;
    },
    enter: () => {
      if (next === null) return false;
      epoch = next.epoch;
      see(next.hosts, next.at);
      next = null;
      return true;
    },
  };
}
