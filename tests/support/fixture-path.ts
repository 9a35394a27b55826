import { fileURLToPath } from 'node:url';

/** Absolute path of a file below `tests/fixtures`. */
export const fixturePath = (feed: string, file: string): string =>
  fileURLToPath(new URL(`../fixtures/${feed}/${file}`, import.meta.url));
