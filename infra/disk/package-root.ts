import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root directory of the package `attestry`, whether the code runs from its sources, from `dist/` or as a bundle. */
export const packageRoot = (): string => {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (isAttestry(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`No package.json named attestry in ${start} or above it.`);
  }
};

const isAttestry = (file: string): boolean => {
  if (!existsSync(file)) return false;
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'name' in manifest && manifest.name === 'attestry';
};
