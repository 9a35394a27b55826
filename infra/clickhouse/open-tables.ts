import { isMainThread } from 'node:worker_threads';
import type { TablesEngine } from './tables.ts';

export interface TablesLocation {
  /** Holds the embedded engine's data and configuration; created when missing. One process at a time. */
  readonly directory: string;
}

/**
 * Opens the tables. The engine's library (200 MB of memory) is loaded here and not earlier, and on the main thread only:
 * a worker thread that has loaded it cannot end without hanging or crashing the process.
 * @throws UsageError when another process has the directory open
 */
export const openTables = async ({ directory }: TablesLocation): Promise<TablesEngine> => {
  if (!isMainThread) throw new Error('Open the tables on the main thread, not in a worker.');
  const { openEmbeddedTables } = await import('./embedded.ts');
  return openEmbeddedTables(directory);
};
