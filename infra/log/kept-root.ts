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
  readonly held: HeldRoot;
  /** File it stands for: a directory that was put in the place of another has another one. */
  readonly inode: bigint | undefined;
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
  if (known !== undefined && known.inode === inodeOf(file)) return known.held;
  const root = open(options);
  const held = { root, release: () => root.resetReadTxn() };
  kept.set(key, { held, inode: inodeOf(file) });
  return held;
}

/** Undefined when there is no such file. */
const inodeOf = (file: string): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
