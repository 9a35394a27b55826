import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SmallDisk } from './test-system.ts';

/** Mounts a tmpfs of that size; null if this user may not mount. */
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

/** Writes until the disk is full, in ever smaller pieces. Asynchronous, so that the probes of this process go on. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let length = 1024 * 1024; length >= 4096; ) {
    try {
      const { bytesWritten } = await file.write(Buffer.alloc(length));
      if (bytesWritten < length) length /= 2;
    } catch {
      length /= 2;
    }
  }
  await file.close();
}
