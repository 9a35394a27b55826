import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { copyFile, hashFile, type CopiedFile, syncDirectory } from './copy-file.ts';
import { type BackedUpFile, type Manifest, readManifest } from './manifest.ts';

/** Folder in the data directory where a restore stages its files. */
const restoringFolder = 'restoring';

/** Compares every file of a backup with the manifest. Throws UsageError for the first file that differs. */
export async function checkBackup(from: string): Promise<Manifest> {
  const manifest = await readManifest(from);
  for (const file of manifest.files) refuseIfOther(from, file, await hashFile(join(from, file.path)).catch(missing));
  return manifest;
}

/**
 * Copies a backup into an empty data directory and compares every file with the manifest. The log is renamed into place
 * last, so an interrupted restore leaves no log and can be repeated.
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

/** Allows only the lock of this restore and the files of an interrupted one. */
async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name !== 'service');
  const wasCutShort = names.includes(restoringFolder) && !names.includes('log');
  if (names.length === 0 || wasCutShort) return;
  throw new UsageError(
    `${dataDir} is not empty (${names.slice(0, 3).join(', ')}): a backup is restored into an empty directory only. Name another ATTESTRY_DATA_DIR.`,
  );
}

/** Whether a restore into this directory was interrupted: then the service must not start on it. */
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
