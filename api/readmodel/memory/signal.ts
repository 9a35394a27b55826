export interface Signal {
  /** Ends the current wait, or else the next one as soon as it begins. */
  readonly raise: () => void;
  /** Resolves when raised, at the latest after `limitMs`. One waiter at a time. */
  readonly wait: (limitMs: number) => Promise<void>;
}

/** Wakes a loop before its timeout. A signal raised between two waits is not lost. */
export function createSignal(): Signal {
  let raised = false;
  let wakeWaiter: (() => void) | null = null;
  return {
    raise: () => {
      raised = true;
      wakeWaiter?.();
    },
    wait: (limitMs) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          wakeWaiter = null;
          raised = false;
          resolve();
        };
        const timer = setTimeout(end, limitMs);
        wakeWaiter = end;
        if (raised) end();
      }),
  };
}
