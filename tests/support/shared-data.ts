import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of published files beside the project that are not copied into it. */
const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Whether that folder has a part; tests of what is not there say so and pass. */
export const hasSharedData = (part: string): boolean => existsSync(`${folder}${part}`);

/** A text file of that folder. */
export const sharedText = (path: string): string => readFileSync(`${folder}${path}`, 'utf8');
