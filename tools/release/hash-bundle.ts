import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../schemas/values/hash.ts';

/** Not of the program: the commit of `/version`, and maps, which a tarball leaves out. */
const isOutside = (path: string): boolean => path === 'commit' || path.endsWith('.map');

/** SHA-256 over paths and bytes of a bundled program, the folder `dist/program`: equal where the same program was built. */
export function bundleHash(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\//, ''))
    .filter((path) => !isOutside(path))
    .sort();
  return sha256Hex(files.map((path) => `${path}\n${sha256Hex(readFileSync(join(folder, path)))}\n`).join(''));
}
