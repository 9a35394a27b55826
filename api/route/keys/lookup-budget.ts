/** Limits look-ups of key ids that no key is known to have, so that invented keys cannot occupy the tables (G-22). */
export interface LookupBudget {
  /** Grants a look-up to a client's network, or null. Call the result when the look-up has ended. */
  readonly take: (network: string) => (() => void) | null;
}

/** Look-ups a second of one network. */
const perNetwork = 20;
/** Look-ups a second of all networks together. */
const inAll = 200;
/** Look-ups that have not ended. Tables that answer slowly must not collect waiting requests. */
const mostWaiting = 40;
const windowMs = 1_000;

/** @param now milliseconds of a monotonic clock */
export function createLookupBudget(now: () => number = () => performance.now()): LookupBudget {
  const granted = new Map<string, number>();
  let total = 0;
  let waiting = 0;
  let windowEnd = Number.NEGATIVE_INFINITY;

  return {
    take: (network) => {
      if (now() >= windowEnd) {
        granted.clear();
        total = 0;
        windowEnd = now() + windowMs;
      }
      const own = granted.get(network) ?? 0;
      if (own >= perNetwork || total >= inAll || waiting >= mostWaiting) return null;
      granted.set(network, own + 1);
      total += 1;
      waiting += 1;
      let ended = false;
      return () => {
        if (!ended) waiting -= 1;
        ended = true;
      };
    },
  };
}
