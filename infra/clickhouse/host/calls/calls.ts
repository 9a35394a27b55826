/** Calls that `close` waits for. */
export interface Calls {
  /** Throws Error once closed. */
  readonly run: <R>(work: () => Promise<R>) => Promise<R>;
  readonly close: () => Promise<void>;
}

export function createCalls(): Calls {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  return {
    run: async (work) => {
      if (closed) throw new Error('The tables are closed.');
      const called = work();
      running.add(called);
      return called.finally(() => running.delete(called));
    },
    close: async () => {
      closed = true;
      await Promise.allSettled(running);
    },
  };
}
