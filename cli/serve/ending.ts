/** How a command ends that runs until it is told to stop. */
export interface Ending {
  /** Ends it: with a sentence when something failed, with null when somebody asked for it. */
  readonly end: (reason: string | null) => void;
  /** Resolves with what `end` was first called with. */
  readonly ended: Promise<string | null>;
  readonly isOver: () => boolean;
}

/** A second signal within half a second is the same keypress; after that it stops at once. */
const impatienceMs = 500;

/** Ends with the first signal to stop; the process exits with the second one. */
export function endOnSignals(): Ending {
  let over = false;
  let resolveEnded: (reason: string | null) => void = () => undefined;
  const ended = new Promise<string | null>((resolve) => {
    resolveEnded = resolve;
  });
  const end = (reason: string | null): void => {
    over = true;
    resolveEnded(reason);
  };
  let first: number | null = null;
  const onSignal = (): void => {
    if (first === null) {
      first = performance.now();
      end(null);
    } else if (performance.now() - first > impatienceMs) {
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return { end, ended, isOver: () => over };
}

/** What is left when all parts have stopped, or had their time to, gets this long to end, milliseconds. */
const leaveMs = 300;

/** A query in the engine cannot be cut short and would hold the process; nothing waits for its answer any more. */
export function leaveSoon(): void {
  setTimeout(() => process.exit(), leaveMs).unref();
}
