import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Paths of all files below a directory, except the reader tables of LMDB. A process that closes such a file loses its own
 * locks on it, and then another process takes the reader slots of its open environments.
 */
export const storedFiles = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && basename(entry.name) !== 'lock.mdb')
    .map((entry) => join(entry.parentPath, entry.name));
