import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';
import { DamagedLogError, damagedSentence } from './damaged-log-error.ts';
import { findingOfFile } from './file-length.ts';
import { isReadable } from './read-in-process.ts';
import { reachLastPage } from './last-page.ts';

/** An open LMDB environment. */
export interface OpenRoot {
  readonly root: RootDatabase;
  /** Releases the read snapshot; call it when no write is under way. The environment stays open. */
  readonly release: () => void;
}

interface Entry {
  readonly opened: OpenRoot;
  /** Inode of the data file: it differs when the directory was replaced by another one. */
  readonly inode: bigint | undefined;
}

/** The environments that this thread has open, by mode and path. */
const entries = new Map<string, Entry>();

/**
 * Opens an LMDB environment, or returns the one that this thread opened before. It stays open until the thread ends, because
 * lmdb 3.5.6 uses freed memory when a process closes an environment that others write to and opens it again. About one in
 * 1,500 such openings ended the process, and some of those left a free list that no writer accepts any more (decision 31).
 */
export function openRoot(
  options: RootDatabaseOptionsWithPath & { readonly path: string },
  short: ShortFile = 'read',
): OpenRoot {
  const key = `${options.readOnly === true ? 'r' : 'w'} ${options.path}`;
  const file = join(options.path, 'data.mdb');
  const known = entries.get(key);
  if (known !== undefined && known.inode === inodeOf(file)) return known.opened;
  if (isMainThread) refuseDamaged(file, short);
  const root = open(options);
  if (short === 'read' && isMainThread && options.readOnly !== true) reachLastPage(root, file);
  const opened = { root, release: () => root.resetReadTxn() };
  entries.set(key, { opened, inode: inodeOf(file) });
  return opened;
}

/**
 * What becomes of a file that ends before its last page. `accept`: another process has it open, or this one reads it to find
 * out. `refuse`: it was whole when it was closed, so it was cut. `read`: all of it is read in another process before.
 */
export type ShortFile = 'accept' | 'refuse' | 'read';

/** Threads share what the main thread has opened. Throws DamagedLogError. */
function refuseDamaged(file: string, short: ShortFile): void {
  const finding = findingOfFile(file);
  if (finding === null) return;
  if (finding.kind === 'short') {
    if (short === 'accept') return;
    if (short === 'read' && isReadable(dirname(file))) return;
  }
  throw new DamagedLogError(damagedSentence(file, finding.how));
}

/** Undefined when there is no such file. */
const inodeOf = (file: string): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
