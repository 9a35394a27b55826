import { statSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';

/** An LMDB environment that is open. */
export interface HeldRoot {
  readonly root: RootDatabase;
  /** Lets go, when no write is under way any more. */
  readonly release: () => void;
}

interface Kept {
  readonly root: RootDatabase;
  /** File it stands for: a directory that was put in the place of another has another one. */
  readonly inode: bigint;
}

/** By path and whether it is read only; of this thread. */
const kept = new Map<string, Kept>();

/**
 * Opens an LMDB environment, or gives the one that this thread opened before. It stays open until the thread ends: lmdb 3.5.6
 * touches memory it has freed when a process closes an environment that others write to and opens it again. One in some
 * 1,500 such openings ended the process, and some of those left a free list that no writer accepts any more
 * (decision 31).
 */
export function holdRoot(options: RootDatabaseOptionsWithPath & { readonly path: string }): HeldRoot {
  const key = `${options.readOnly === true ? 'r' : 'w'} ${options.path}`;
  const file = join(options.path, 'data.mdb');
  const known = kept.get(key);
  const root = isStill(known, file) ? known.root : open(options);
  const inode = inodeOf(file);
  if (inode !== null) kept.set(key, { root, inode });
  return {
    root,
    release: () => root.resetReadTxn(),
  };
}

const isStill = (known: Kept | undefined, file: string): known is Kept => known?.inode === inodeOf(file);

function inodeOf(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}
