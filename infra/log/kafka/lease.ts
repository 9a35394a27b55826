/**
 * How long a member may take itself for the owner of its partitions, by its own clock. The coordinator counts a session
 * from when it receives a beat; counting from when the beat was sent is never longer. A process that was suspended finds
 * its lease run out before it writes anything.
 */
export interface Lease {
  readonly isValid: () => boolean;
  /** The group was joined. */
  readonly begun: () => void;
  /** A beat was sent so many milliseconds ago; what became of it is not known yet. */
  readonly beatSent: (agoMs: number) => void;
  /** The beat sent last was taken. */
  readonly beatTaken: () => void;
  /** The beat sent last was taken, and answered with a rebalance: the member has to finish within the rebalance time. */
  readonly rebalancing: () => void;
}

export interface LeaseOptions {
  readonly sessionMs: number;
  readonly rebalanceMs: number;
  /** Monotonic, milliseconds. */
  readonly now: () => number;
}

/** Share of the times that is used: the rest is for the way of a write to the broker. */
const share = 0.9;

export function createLease({ sessionMs, rebalanceMs, now }: LeaseOptions): Lease {
  let sentAt = Number.NEGATIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  let rebalanceEnds = Number.POSITIVE_INFINITY;
  const renew = (): void => {
    until = Math.max(until, sentAt + sessionMs * share);
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
      if (rebalanceEnds === Number.POSITIVE_INFINITY) rebalanceEnds = now() + rebalanceMs * share;
    },
  };
}
