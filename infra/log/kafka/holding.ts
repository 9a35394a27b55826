import type { Lease } from './lease.ts';

/** One assignment of partitions to this member. It is over for good once another member owns them, or may own them. */
export interface Ownership {
  /** Once false, always false: results of chunks delivered under it must not be written any more. */
  readonly isOwned: () => boolean;
  readonly isOver: () => boolean;
  readonly end: () => void;
}

/** An expired lease ends the ownership, even if the coordinator renews the session later. */
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
