/** Background work that runs until it is stopped. */
export interface UntilStopped {
  /** Aborts the signal of the work and resolves when the work has ended; rejects with the error that ended it. */
  readonly stop: () => Promise<void>;
}

/** Starts work that ends soon after its signal aborts. */
export function untilStopped(work: (signal: AbortSignal) => Promise<void>): UntilStopped {
  const controller = new AbortController();
  const working = work(controller.signal);
  return {
    stop: async () => {
      controller.abort();
      await working;
    },
  };
}
