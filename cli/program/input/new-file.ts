import { createWriteStream, rmSync, type WriteStream, writeFileSync } from 'node:fs';
import { UsageError } from '../../../infra/errors.ts';

/** Writes a new file; with `replace` also over an existing one. Throws UsageError when it cannot. */
export function writeNewFile(path: string, text: string, replace: boolean): void {
  try {
    writeFileSync(path, text, { flag: replace ? 'w' : 'wx' });
  } catch (error) {
    throw refusal(path, error, 'name another file, or add --force');
  }
}

/**
 * Writes a new file piece by piece and returns its size, bytes. Throws UsageError when it cannot be opened; when `fill` fails,
 * the file is deleted, so that the command can be given again.
 */
export async function fillNewFile(path: string, fill: (to: WriteStream) => Promise<void>): Promise<number> {
  const stream = createWriteStream(path, { flags: 'wx' });
  await new Promise<void>((resolve, reject) => {
    stream.once('open', () => resolve());
    stream.once('error', (error) => reject(refusal(path, error, 'name a new file')));
  });
  try {
    await fill(stream);
    await new Promise<void>((resolve, reject) => {
      stream.once('error', (error) => reject(refusal(path, error, '')));
      stream.end(() => resolve());
    });
    return stream.bytesWritten;
  } catch (error) {
    stream.destroy();
    rmSync(path, { force: true });
    throw error;
  }
}

function refusal(path: string, error: unknown, remedy: string): UsageError {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return new UsageError(`${path} exists; ${remedy}`);
  if (code === 'ENOENT') return new UsageError(`${path} cannot be written: its directory does not exist`);
  return new UsageError(`${path} cannot be written (${code})`);
}
