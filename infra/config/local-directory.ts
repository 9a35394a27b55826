import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Directory for programs and data of the engines that development and tests start on this machine. */
export function localDirectory(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const given = environment['ATTESTRY_LOCAL_DIR'] ?? '';
  if (given !== '') return resolve(given);
  const cache = environment['XDG_CACHE_HOME'] ?? '';
  return join(cache === '' ? join(homedir(), '.cache') : cache, 'attestry', 'local');
}
