import { chmodSync, copyFileSync } from 'node:fs';

/**
 * Copies the executable into the bundled program. Its mode is set, because tsc writes files without the right to run them,
 * and npm and npx link to this file: only the first link of an installation sets the mode.
 */
export function copyProgramFile(from, to) {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}
