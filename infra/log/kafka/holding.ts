import type { Lease } from './lease.ts';

/** One assignment of partitions to this member: over for good once they are, or may be, somebody else's. */
export interface Ownership {
  /** False ends it: what was handed over under it and is not written yet must not be. */
  readonly isOwned: () => boolean;
  readonly isOver: () => boolean;
  readonly end: () => void;
}

/** A lease that has run out ends it, whatever the coordinator may say later. */
export function createOwnership(lease: Lease): Ownership {
  let over = false;
  return {
    isOwned: () => {
      if (!over && !lease.isValid()) over = true;
      return !over;
    },
    isOver: () => over,
    end: () => {
      over = true;
    },
  };
}
