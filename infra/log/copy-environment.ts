import { chmod, mkdir, open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOptions } from './lmdb/environment.ts';
import { openRoot } from './lmdb/open-root.ts';

/**
 * Copies a snapshot of an LMDB environment, while other processes write to it, without free pages. The copy is durable,
 * readable by its owner only, and opens like the original.
 */
export async function copyEnvironment(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const { root, release } = openRoot(environmentOptions(source, true), 'accept');
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
