import { posix } from 'node:path';

/** Modules of the repository that a module imports, also while it runs; `file` and the result are paths from one root. */
export const importsOf = (file: string, text: string): readonly string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    posix.join(posix.dirname(file), target),
  );
