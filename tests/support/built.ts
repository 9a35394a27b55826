import { fileURLToPath } from 'node:url';

/** URL of the built module of a source path without extension. It loads faster than its source. */
export const built = (path: string): string => new URL(`../../dist/${path}.js`, import.meta.url).href;

/** Path of the built program. */
export const program = fileURLToPath(new URL('../../dist/cli/attestry.cjs', import.meta.url));
