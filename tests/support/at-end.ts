type Close = () => Promise<void>;

const atEnds: Record<'file' | 'unit' | 'worker', Close[]> = { file: [], unit: [], worker: [] };

/** Registers work for the end of a worker (`tests/runner/worker.ts`). */
export const atEnd = (close: Close): void => void atEnds.worker.push(close);

/** Registers work for the end of a file in a worker. A file that is run by itself does not do it. */
export const atEndOfFile = (close: Close): void => void atEnds.file.push(close);

/** Registers work for the end of the files that a worker runs without a break, which share what is closed. */
export const atEndOfUnit = (close: Close): void => void atEnds.unit.push(close);

/** Does the registered work, the last first. */
export async function endAll(of: 'file' | 'unit' | 'worker'): Promise<void> {
  for (const close of atEnds[of].splice(0).reverse()) await close();
}
