import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Extent } from '../lmdb/extent.ts';

/** How the last owner of a log ended, as its owner writes it at its start and at its end. */
interface LastEnd {
  readonly clean: boolean;
  /** When the owner that began last found the log after an unclean end and read its newest records; milliseconds. */
  readonly uncleanAt: number | null;
}

/** A second unclean end within this time is not by chance: the damage may lie in older records. Milliseconds. */
const againMs = 10 * 60_000;

const never: LastEnd = { clean: false, uncleanAt: null };

const folderOf = (dataDir: string): string => join(dataDir, 'log');
const fileOf = (dataDir: string): string => join(folderOf(dataDir), 'last-end.json');

/** Whether an owner has written how it began or ended. */
export const hasLastEnd = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/** Without a complete file, the last process did not end cleanly. */
function readLastEnd(dataDir: string): LastEnd {
  try {
    return { ...never, ...(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Partial<LastEnd>) };
  } catch {
    return never;
  }
}

/** Durable before it returns: it must not survive a power failure longer than what it states. */
function writeLastEnd(dataDir: string, end: LastEnd): void {
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(end)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  const folder = openSync(folderOf(dataDir), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Whether a data directory has a log. */
export const hasLog = (dataDir: string): boolean =>
  ['data', 'accounts'].some((name) => existsSync(join(folderOf(dataDir), name, 'data.mdb')));

/** What to read of the log in a data directory before it is opened; null after a clean end, and when there is none yet. */
export function extentToCheck(dataDir: string, now: number): Extent | null {
  if (!hasLog(dataDir)) return null;
  const { clean, uncleanAt } = readLastEnd(dataDir);
  if (clean) return null;
  return uncleanAt !== null && now - uncleanAt < againMs ? 'all' : 'newest';
}

/**
 * Records that this process owns the log from now on; an end without `recordCleanEnd` is unclean.
 * @param checked what was read of it before
 */
export function recordOwner(dataDir: string, checked: Extent | null, now: number): void {
  // All of it was readable: the next unclean end is the first one again.
  writeLastEnd(dataDir, { clean: false, uncleanAt: checked === 'newest' ? now : null });
}

/** Records that the owner has closed the log. */
export const recordCleanEnd = (dataDir: string): void => writeLastEnd(dataDir, { clean: true, uncleanAt: null });

/** Writes back how the owner before ended: this process has opened nothing. Null: no owner had written it. */
export function restoreLastEnd(dataDir: string, before: LastEnd | null): void {
  if (before === null) rmSync(fileOf(dataDir), { force: true });
  else writeLastEnd(dataDir, before);
}

/** How the owner before ended, for `restoreLastEnd`. */
export const lastEndOf = (dataDir: string): LastEnd | null => (hasLastEnd(dataDir) ? readLastEnd(dataDir) : null);
