import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What this system keeps in memory. */
const memory = '/dev/shm';
/** A whole run takes less than a tenth of it, bytes. */
const room = 2 * 1024 ** 3;

/** A directory for everything that tests write, to be given them as `TMPDIR`. */
export interface ScratchDirectory {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * In memory, if wanted, where there is room: tests write thousands of small files that nobody reads again, and wait for
 * each to be on the disk. What a process leaves when it is killed is the same in both places.
 */
export function makeScratchDirectory(inMemory: boolean): ScratchDirectory {
  const path = mkdtempSync(join(inMemory && hasRoom() ? memory : tmpdir(), 'attestry-run-'));
  keepCompiled(path);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= room;
  } catch {
    return false;
  }
}

/** The loader keeps what it compiled where temporary files are: it is to find it again. */
function keepCompiled(path: string): void {
  const name = `tsx-${process.geteuid?.() ?? ''}`;
  const kept = join(tmpdir(), name);
  mkdirSync(kept, { recursive: true });
  symlinkSync(kept, join(path, name), 'junction');
}
