import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies what the first stage of the Dockerfile copies from its build context, to the same places: no other file of the
 * checkout is there when the image builds the program. Throws for a file that `.dockerignore` keeps out of the context.
 */
export function copyBuildContext(checkout: string, folder: string): void {
  const isSent = sentFiles(readFileSync(join(checkout, '.dockerignore'), 'utf8'));
  const [, stage = ''] = readFileSync(join(checkout, 'infra/docker/Dockerfile'), 'utf8').split(/^FROM .*$/m);
  for (const [, operands = ''] of stage.matchAll(/^COPY (.*)$/gm)) {
    const paths = operands.split(' ');
    const target = paths.pop() ?? '';
    for (const path of paths) {
      if (!isSent(path)) throw new Error(`.dockerignore keeps ${path} out, which the Dockerfile copies`);
      const place = join(folder, placeOf(checkout, path, target));
      mkdirSync(dirname(place), { recursive: true });
      cpSync(join(checkout, path), place, { recursive: true });
    }
  }
}

/** `COPY file folder/` copies into the folder, and `COPY folder name` the content of the folder. */
function placeOf(checkout: string, path: string, target: string): string {
  const name = path.split('/').at(-1) ?? path;
  return target.endsWith('/') && statSync(join(checkout, path)).isFile() ? join(target, name) : target;
}

/** Whether a path is in the context: the file has `*`, then paths that are sent all the same. */
function sentFiles(ignore: string): (path: string) => boolean {
  const kept = ignore.split('\n').flatMap((line) => (line.startsWith('!') ? [`${line.slice(1)}/`] : []));
  return (path) => kept.some((one) => `${path}/`.startsWith(one));
}
