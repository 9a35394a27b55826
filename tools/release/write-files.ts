import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bytes or text by path. */
export type FilesToWrite = Readonly<Record<string, Buffer | string>>;

/** Writes all files or none: each is whole beside its place before the first one gets there. Folders are made. */
export function writeFiles(files: FilesToWrite): void {
  const places = Object.keys(files).map((path) => ({ path, beside: `${path}.new` }));
  try {
    for (const { path, beside } of places) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(beside, files[path] ?? '');
    }
    for (const { path, beside } of places) renameSync(beside, path);
  } finally {
    for (const { beside } of places) rmSync(beside, { force: true });
  }
}
