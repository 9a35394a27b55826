import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../errors.ts';

/**
 * Creates a directory and its parents, unless it is there. Throws the error of the system. `mkdirSync` with `recursive`
 * never returns where no directory can be created, as in /proc.
 */
export function makeDirectory(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeDirectory(parent, mode);
    makeDirectory(path, mode);
  }
}

/** The same for a directory that a user named, readable by its owner only. Throws UsageError, which ends with the remedy. */
export function makeNamedDirectory(path: string, remedy: string): void {
  try {
    makeDirectory(path, 0o700);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${path} cannot be made a directory (${code}): ${remedy}.`);
  }
}
