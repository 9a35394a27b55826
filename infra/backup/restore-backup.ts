import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { copyFile, hashFile, type CopiedFile, syncDirectory } from './copy-file.ts';
import { type BackedUpFile, type Manifest, readManifest } from './manifest.ts';

/** Folder of a data directory in which a restore is put together. */
export const restoringFolder = 'restoring';

/** Reads every file of a backup and compares it with the manifest. Throws UsageError for what is not as it was written. */
export async function checkBackup(from: string): Promise<Manifest> {
  const manifest = await readManifest(from);
  for (const file of manifest.files) refuseIfOther(from, file, await hashFile(join(from, file.path)).catch(missing));
  return manifest;
}

/**
 * Copies a backup into an empty data directory, every file compared with the manifest. The log gets its name last: a
 * restore that was cut short leaves none, and can be said again.
 */
export async function restoreBackup({ from, dataDir }: { from: string; dataDir: string }): Promise<Manifest> {
  const manifest = await readManifest(from);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await refuseUnlessEmpty(dataDir);
  const staging = join(dataDir, restoringFolder);
  await rm(staging, { recursive: true, force: true });
  try {
    for (const file of manifest.files) {
      refuseIfOther(from, file, await copyFile(join(from, file.path), join(staging, file.path)).catch(missing));
    }
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  const names = (await readdir(staging)).sort((a, b) => Number(a === 'log') - Number(b === 'log'));
  for (const name of names) {
    await rm(join(dataDir, name), { recursive: true, force: true });
    await rename(join(staging, name), join(dataDir, name));
    await syncDirectory(dataDir);
  }
  await rm(staging, { recursive: true });
  return manifest;
}

/** What may be there: the lock of whoever restores, and what a restore that was cut short left. */
async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name !== 'service');
  const wasCutShort = names.includes(restoringFolder) && !names.includes('log');
  if (names.length === 0 || wasCutShort) return;
  throw new UsageError(
    `${dataDir} is not empty (${names.slice(0, 3).join(', ')}): a backup is restored into an empty directory only. Name another ATTESTRY_DATA_DIR.`,
  );
}

/** Whether a restore into this directory was cut short: then there is nothing to start on. */
export const isHalfRestored = (dataDir: string): boolean =>
  existsSync(join(dataDir, restoringFolder)) && !existsSync(join(dataDir, 'log'));

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function refuseIfOther(from: string, { path, bytes, sha256 }: BackedUpFile, is: CopiedFile | null): void {
  if (is !== null && is.bytes === bytes && is.sha256 === sha256) return;
  const what = is === null ? 'is missing' : 'is not what was backed up';
  throw new UsageError(`${join(from, path)} ${what}: this backup is damaged, use another one.`);
}
