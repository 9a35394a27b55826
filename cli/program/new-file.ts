import { writeFileSync } from 'node:fs';
import { UsageError } from '../../infra/errors.ts';

/** Writes a new file; with `replace` also over an existing one. Throws UsageError when it cannot. */
export function writeNewFile(path: string, text: string, replace: boolean): void {
  try {
    writeFileSync(path, text, { flag: replace ? 'w' : 'wx' });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError(`${path} exists; name another file, or say --force`);
    throw new UsageError(`${path} cannot be written (${code})`);
  }
}
