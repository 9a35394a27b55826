import { existsSync } from 'node:fs';
import { type FileHandle, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { copyOpened, type CopiedFile, hashOpened, syncDirectory } from './copy-file.ts';
import { readManifest } from './manifest.ts';
import type { BackedUpFile, Manifest } from './manifest-shape.ts';
import { openPlain } from './open-plain.ts';

/** Folder in the data directory where a restore stages its files. */
const restoringFolder = 'restoring';

/** Compares every file of a backup with the manifest. Throws UsageError for the first file that differs. */
export async function checkBackup(from: string): Promise<Manifest> {
  const manifest = await readManifest(from);
  for (const file of manifest.files)
    refuseIfOther(from, file, await hashOpened(await openStated(from, file), file.bytes));
  return manifest;
}

/**
 * Copies a backup into an empty data directory and compares every file with the manifest. The log is renamed into place
 * last, so an interrupted restore leaves no log and can be repeated.
 */
export async function restoreBackup({ from, dataDir }: { from: string; dataDir: string }): Promise<Manifest> {
  const manifest = await readManifest(from);
  await refuseUnlessEmpty(dataDir);
  const staging = join(dataDir, restoringFolder);
  await rm(staging, { recursive: true, force: true });
  try {
    for (const file of manifest.files) {
      const opened = await openStated(from, file);
      refuseIfOther(from, file, await copyOpened(opened, join(staging, file.path), file.bytes));
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

/** Opens a file of a backup that exists, is no link and has the stated size. */
async function openStated(from: string, file: BackedUpFile): Promise<FileHandle> {
  const opened = await openPlain(from, file.path).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? damaged(from, file, 'is missing') : error;
  });
  if ((await opened.stat()).size === file.bytes) return opened;
  await opened.close();
  throw damaged(from, file, 'is not what was backed up');
}

function refuseIfOther(from: string, file: BackedUpFile, is: CopiedFile): void {
  if (is.bytes !== file.bytes || is.sha256 !== file.sha256) throw damaged(from, file, 'is not what was backed up');
}

const damaged = (from: string, { path }: BackedUpFile, what: string): UsageError =>
  new UsageError(`${join(from, path)} ${what}: this backup is damaged, use another one.`);
