/** Writes behind whoever hands over: one piece of work after the other. */
export interface WriteBehind {
  readonly isBusy: () => boolean;
  /** Settles when nothing is under way, with the error of what was written last. */
  readonly ended: () => Promise<void>;
  /** Begins work; only when nothing is under way. */
  readonly begin: (work: () => Promise<void>) => void;
}

export function writeBehind(): WriteBehind {
  let writing: Promise<void> = Promise.resolve();
  let isBusy = false;
  return {
    isBusy: () => isBusy,
    ended: () => writing,
    begin: (work) => {
      isBusy = true;
      writing = work().finally(() => {
        isBusy = false;
      });
      // Whoever waits for the end gets the error.
      writing.catch(() => undefined);
    },
  };
}
