const closers: (() => Promise<void>)[] = [];

/** Registers work for the end of a process that runs several files (`tests/runner/worker.ts`). */
export const atEnd = (close: () => Promise<void>): void => {
  closers.push(close);
};

/** Does the registered work, the last first. */
export async function endAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
