import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SmallDisk } from './stand.ts';

/** A file system of its own in memory; null where this user may mount none. */
export function mountSmallDisk(megabytes: number): (SmallDisk & { readonly unmount: () => void }) | null {
  const mounted = mkdtempSync(join(tmpdir(), 'attestry-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'attestry', mounted], { stdio: 'ignore' });
  } catch {
    rmSync(mounted, { recursive: true });
    return null;
  }
  const folder = join(mounted, 'data');
  mkdirSync(folder);
  const ballast = join(mounted, 'ballast');
  return {
    folder,
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount: () => {
      execFileSync('umount', ['--lazy', mounted], { stdio: 'ignore' });
      rmSync(mounted, { recursive: true, force: true });
    },
  };
}

/** Writes until there is no room, in ever smaller pieces. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  for (let length = 1024 * 1024; length >= 4096; ) {
    try {
      if (writeSync(file, Buffer.alloc(length)) < length) length /= 2;
    } catch {
      length /= 2;
    }
  }
  closeSync(file);
}
