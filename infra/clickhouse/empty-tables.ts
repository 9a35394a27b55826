import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { otherOwner } from './directory-owner.ts';
import { openTables } from './open-tables.ts';

/**
 * Empties the embedded tables: whoever opens the directory next finds none, and makes them anew. The engine's data is set
 * aside in one step before it is deleted, so that a call which is cut short leaves all tables or none; what it left
 * beside them is deleted by the next call. The data need not be readable.
 * @returns whether there were tables
 * @throws UsageError when another process has the tables open
 */
export const emptyTables = async (root: string): Promise<boolean> => {
  const directory = resolve(root);
  const data = join(directory, 'data');
  const discarded = join(directory, 'discarded');
  await refuseWhileOpen(directory, data);
  await rm(discarded, { recursive: true, force: true });
  if (!existsSync(data)) return false;
  await rename(data, discarded);
  await rm(discarded, { recursive: true, force: true });
  return true;
};

/** A process with the number of the last owner may be another one by now: only the engine knows whether it is open. */
const refuseWhileOpen = async (directory: string, data: string): Promise<void> => {
  if (otherOwner(data) === null) return;
  const tables = await openTables({ directory });
  await tables.close();
};
