import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Path of a file that another package has, such as `swagger-ui-dist/swagger-ui.css`. The bundle has copies of such files
 * (`tools/package-files.mjs` lists them), because those packages are not installed with it.
 */
export function packageFile(path: string): string {
  const copy = fileURLToPath(new URL(`packages/${path}`, import.meta.url));
  return existsSync(copy) ? copy : createRequire(import.meta.url).resolve(path);
}
