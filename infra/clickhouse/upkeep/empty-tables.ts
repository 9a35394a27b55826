import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { otherOwner } from '../owner/directory-owner.ts';
import { openTables } from '../open-tables.ts';

/**
 * Deletes the embedded tables; the next start creates and fills them again. The engine's data is renamed before it is
 * deleted, so that an interrupted call leaves all tables or none; the next call deletes the leftovers. The data need not be
 * readable.
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

/** The pid of the last owner may belong to another process by now; only the engine knows whether the tables are open. */
const refuseWhileOpen = async (directory: string, data: string): Promise<void> => {
  if (otherOwner(data) === null) return;
  const tables = await openTables({ directory });
  await tables.close();
};
