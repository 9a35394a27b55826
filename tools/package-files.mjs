import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Files of packages that the program reads at run time: the bundle has copies, so that the packages need not be installed. */
export const packageFiles = [
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui-dist/swagger-ui.css',
];

/** Copies them below `packages/` of a folder. */
export function copyPackageFiles(root, folder) {
  for (const path of packageFiles) {
    const copy = `${folder}/packages/${path}`;
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(`${root}node_modules/${path}`, copy);
  }
}
