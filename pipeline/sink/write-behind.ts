/** Writes batches in the background, one after the other. */
export interface WriteBehind {
  readonly isBusy: () => boolean;
  /** Settles when no write is under way, with the error of the last write. */
  readonly ended: () => Promise<void>;
  /** Begins a write; only when none is under way. */
  readonly begin: (write: () => Promise<void>) => void;
}

export function writeBehind(): WriteBehind {
  let writing: Promise<void> = Promise.resolve();
  let isBusy = false;
  return {
    isBusy: () => isBusy,
    ended: () => writing,
    begin: (write) => {
      isBusy = true;
      writing = write().finally(() => {
        isBusy = false;
      });
      // The caller of `ended` gets the error.
      writing.catch(() => undefined);
    },
  };
}
