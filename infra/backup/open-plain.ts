import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';

/**
 * Opens a file of a backup for reading. Throws UsageError when the file, or a directory between it and the backup, is a
 * link, and when it is not a regular file: a link would copy a file from elsewhere, a pipe would block.
 */
export async function openPlain(directory: string, path: string): Promise<FileHandle> {
  const steps = path.split('/');
  for (const [index] of steps.entries()) {
    const at = join(directory, ...steps.slice(0, index + 1));
    if ((await lstat(at)).isSymbolicLink())
      throw new UsageError(`${at} is a link: a backup has none, use another one.`);
  }
  const at = join(directory, path);
  // A link that replaced the file since is refused by the kernel (ELOOP); a pipe without a writer does not block.
  const file = await open(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new UsageError(`${at} is not a file: this backup is damaged, use another one.`);
}
