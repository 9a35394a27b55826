import { existsSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** URL of the built module of a source path without extension. It loads faster than its source. */
export const built = (path: string): string => new URL(`../../dist/${path}.js`, import.meta.url).href;

const inDist = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));

/** Path of the built program. */
export const program = inDist('program/attestry.cjs');

/** URL of a file of the bundled program. */
export const bundled = (name: string): string => pathToFileURL(inDist(`program/${name}`)).href;

// Otherwise tests would run an earlier version of the program than the modules of `built`.
const compiled = inDist('.tsbuildinfo');
if (!existsSync(program) || (existsSync(compiled) && statSync(compiled).mtimeMs > statSync(program).mtimeMs)) {
  throw new Error('The bundled program is older than the compiled modules: run npm run build, which makes both.');
}
