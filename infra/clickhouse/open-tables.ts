import { isMainThread } from 'node:worker_threads';
import type { TablesEngine } from './tables.ts';

export interface TablesLocation {
  /** Directory of the embedded engine's data and configuration; created if missing. One process at a time. */
  readonly directory: string;
}

/**
 * Opens the tables. Loads the engine's library (200 MB of memory) only now, and only on the main thread, because a worker
 * thread that has loaded it cannot end without hanging or crashing the process.
 * @throws UsageError when another process has the directory open
 */
export const openTables = async ({ directory }: TablesLocation): Promise<TablesEngine> => {
  if (!isMainThread) throw new Error('Open the tables on the main thread, not in a worker.');
  const { openEmbeddedTables } = await import('./embedded.ts');
  return openEmbeddedTables(directory);
};
