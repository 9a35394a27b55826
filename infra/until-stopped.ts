/** Work that goes on beside others until it is stopped. */
export interface UntilStopped {
  /** Tells the work, and resolves when it has ended; rejects with the error that ended it. */
  readonly stop: () => Promise<void>;
}

/** Begins work that ends soon after its signal is aborted. */
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
