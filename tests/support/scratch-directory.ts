import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory (Linux). */
const memory = '/dev/shm';
/** Free memory that a run requires, in bytes: more than ten times what it uses. */
const requiredBytes = 2 * 1024 ** 3;

/** A directory for all files that tests write, passed to them as `TMPDIR`. */
export interface ScratchDirectory {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * Creates the directory in memory if requested and if there is space: tests write thousands of small files and wait for
 * each to be on the disk. A killed process leaves the same files in both places.
 */
export function makeScratchDirectory(inMemory: boolean): ScratchDirectory {
  const path = mkdtempSync(join(inMemory && hasRoom() ? memory : tmpdir(), 'attestry-run-'));
  linkTsxCache(path);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= requiredBytes;
  } catch {
    return false;
  }
}

/** tsx caches compiled files in the temporary directory. This link makes all processes and runs share one cache. */
function linkTsxCache(path: string): void {
  const name = `tsx-${process.geteuid?.() ?? ''}`;
  const cache = join(tmpdir(), name);
  mkdirSync(cache, { recursive: true });
  symlinkSync(cache, join(path, name), 'junction');
}
