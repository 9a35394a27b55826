/** Keeps a membership alive while a chunk takes long. */
export interface Beating {
  /** Throws the error of a failed heartbeat: the member must rejoin the group. */
  readonly check: () => void;
  readonly stop: () => void;
}

/**
 * kafkajs sends no heartbeats while a batch is processed. This timer goes on after the coordinator has answered with a
 * rebalance: such a heartbeat still counts, and a silent member would lose its partitions before it finishes its chunk.
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
