import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of published files next to the repository, which are not part of it. */
const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Whether the folder has this part. Tests of a missing part report that and pass. */
export const hasSharedData = (part: string): boolean => existsSync(`${folder}${part}`);

/** Content of a text file of the folder. */
export const sharedText = (path: string): string => readFileSync(`${folder}${path}`, 'utf8');

/** Bytes of a file of the folder. */
export const sharedBytes = (path: string): Buffer => readFileSync(`${folder}${path}`);

/** Files below a part of the folder, as paths for `sharedText`. */
export const sharedFiles = (part: string): readonly string[] =>
  readdirSync(`${folder}${part}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length));
