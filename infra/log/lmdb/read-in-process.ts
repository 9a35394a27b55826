import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../config/child-environment.ts';
import { loaderArguments } from '../../process/loader-arguments.ts';
import { checkExits } from './check-exit.ts';

/** Path and arguments of the process that reads a log. */
export function readerArguments(...words: readonly string[]): readonly string[] {
  const fromSource = import.meta.url.endsWith('.ts');
  const entry = fileURLToPath(new URL(fromSource ? './log-check.ts' : './log-check.js', import.meta.url));
  return [...(fromSource ? loaderArguments() : []), entry, ...words];
}

/**
 * Reads all of one LMDB environment in another process, which a missing page ends instead of this one. Blocks: an environment
 * is short without damage only where its last pages are free, which is rare.
 */
export function isReadable(directory: string): boolean {
  const words = readerArguments(directory, 'all', 'one');
  const { status } = spawnSync(process.execPath, words, { env: childEnvironment({}), stdio: 'ignore' });
  return status === checkExits.readable;
}
