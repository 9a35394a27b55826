import { fileURLToPath } from 'node:url';

/** Address of a module as it was built, by its path in the source without the extension. It loads faster than its source. */
export const built = (path: string): string => new URL(`../../dist/${path}.js`, import.meta.url).href;

/** The program as it was built. */
export const program = fileURLToPath(new URL('../../dist/cli/attestry.cjs', import.meta.url));
