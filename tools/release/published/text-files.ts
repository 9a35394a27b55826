import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../infra/disk/package-root.ts';

/** Folders and files with the texts of published sets and fields. */
const holders = ['pipeline/impact', 'pipeline/obligations', 'schemas/fields', 'schemas/obligations.ts'] as const;
/** The module that lists the texts of the fold. */
const foldTexts = 'pipeline/changes/family-texts.ts';

/** Paths of the modules whose strings are published, sorted. */
export function textFiles(): readonly string[] {
  const listed = readFileSync(join(packageRoot(), foldTexts), 'utf8').matchAll(/ from '\.\/(families\/.*)';/g);
  return [
    ...holders.flatMap((path) => (path.endsWith('.ts') ? [path] : modulesBelow(path))),
    ...[...listed].map(([, path = '']) => `pipeline/changes/${path}`),
  ].sort();
}

const modulesBelow = (folder: string): readonly string[] =>
  readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`);
