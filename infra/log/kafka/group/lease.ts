/**
 * How long a member may consider itself the owner of its partitions, by its own clock. The coordinator counts a session from
 * when it receives a heartbeat; the lease counts from when the heartbeat was sent, which is never longer. So the lease of a
 * process that was suspended has expired before the process writes anything.
 */
export interface Lease {
  readonly isValid: () => boolean;
  /** The member has joined the group. */
  readonly begun: () => void;
  /** A heartbeat was sent `agoMs` ago; its answer is not known yet. */
  readonly beatSent: (agoMs: number) => void;
  /** The coordinator accepted the last heartbeat. */
  readonly beatTaken: () => void;
  /** The coordinator accepted the last heartbeat and answered with a rebalance: the member must finish within `rebalanceMs`. */
  readonly rebalancing: () => void;
}

export interface LeaseOptions {
  readonly sessionMs: number;
  readonly rebalanceMs: number;
  /** Monotonic, milliseconds. */
  readonly now: () => number;
}

/** Share of the timeouts that the lease uses; the rest covers the latency of a write to the broker. */
const leasedShare = 0.9;

export function createLease({ sessionMs, rebalanceMs, now }: LeaseOptions): Lease {
  let sentAt = Number.NEGATIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  let rebalanceEnds = Number.POSITIVE_INFINITY;
  const renew = (): void => {
    until = Math.max(until, sentAt + sessionMs * leasedShare);
  };
  return {
    isValid: () => now() < Math.min(until, rebalanceEnds),
    begun: () => {
      sentAt = now();
      rebalanceEnds = Number.POSITIVE_INFINITY;
      renew();
    },
    beatSent: (agoMs) => {
      sentAt = Math.max(sentAt, now() - Math.max(0, agoMs));
    },
    beatTaken: renew,
    rebalancing: () => {
      renew();
      if (rebalanceEnds === Number.POSITIVE_INFINITY) rebalanceEnds = now() + rebalanceMs * leasedShare;
    },
  };
}

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
