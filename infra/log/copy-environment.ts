import { chmod, mkdir, open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOptions } from './environment.ts';
import { holdRoot } from './kept-root.ts';

/**
 * Copies an LMDB environment as it is at one moment, while others write to it; without pages that are free. The copy is
 * durable, for its owner only, and opens like the original.
 */
export async function copyEnvironment(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const { root, release } = holdRoot(environmentOptions(source, true));
  try {
    await root.backup(target, true);
  } finally {
    release();
  }
  const path = join(target, 'data.mdb');
  await chmod(path, 0o600);
  const file = await openFile(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
