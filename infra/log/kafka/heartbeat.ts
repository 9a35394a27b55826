/** Keeps a membership alive while something takes long. */
export interface Beating {
  /** Throws what a beat was answered with: the group has to be joined again. */
  readonly check: () => void;
  readonly stop: () => void;
}

/**
 * kafkajs beats only when it is told to. It goes on after a beat that was answered with a rebalance: that still counts, and a
 * member that falls silent then loses its partitions before it has finished its chunk.
 */
export function keepBeating(beat: () => Promise<void>, everyMs: number): Beating {
  let failure: { readonly error: unknown } | null = null;
  const timer = setInterval(() => {
    beat().catch((error: unknown) => {
      failure ??= { error };
    });
  }, everyMs);
  return {
    check: () => {
      if (failure !== null) throw failure.error;
    },
    stop: () => clearInterval(timer),
  };
}
