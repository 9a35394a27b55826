import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { localDirectory } from '../../../infra/config/local-directory.ts';

const run = promisify(execFile);

export type Python = { readonly program: string } | { readonly missing: string };

/**
 * A Python with the packages of a requirements file, in a virtual environment that is created once per content of that
 * file. `missing` names the package to install. An unreachable package index is an error.
 */
export async function pythonWith(requirements: string): Promise<Python> {
  try {
    await run('python3', ['-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 10)']);
  } catch {
    return { missing: 'Python is missing: install python3, 3.10 or newer, with venv.' };
  }
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(localDirectory(), 'programs', `python-${hash}`);
  const program = join(folder, 'bin', 'python');
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    rmSync(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(program, ['-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', '-r', requirements], {
      maxBuffer: 2 ** 24,
    });
    writeFileSync(complete, '');
  }
  return { program };
}
