/** Which files a run has, and which of them run one after the other in one worker. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from './options.ts';
import type { Unit } from './queue.ts';

/**
 * Modules with something that files share, a group for each: the files that import them run one after the other in one worker,
 * in the order of the modules.
 */
const sharedModules: readonly (readonly string[])[] = [
  ['shared-demo', 'shared-service', 'service-to-end'],
  ['sample-engine', 'sql-server'],
  ['chain/anvil', 'chain/contracts', 'chain/world'],
  ['shared-tables-server'],
  ['tree-copy'],
  // Readings of the labelled documents, which take longer than what is stated of them.
  ['read-once', 'altered-documents', 'labelled-documents'],
  // Lists that are parsed whole.
  ['parsed-once'],
];

/** The group of a file and its place in it; null for a file that shares nothing. */
function sharedBy(root: string, file: string): { readonly group: number; readonly stage: number } | null {
  if (isLong(file)) return null;
  const text = readFileSync(join(root, file), 'utf8');
  for (const [group, modules] of sharedModules.entries()) {
    const stage = modules.findIndex((name) => text.includes(`/${name}.ts'`));
    if (stage >= 0) return { group, stage };
  }
  return null;
}

export const isLong = (file: string): boolean => file.endsWith('.long.test.ts');
export const isInBrowser = (file: string): boolean => /\.browser(?:\.long)?\.test\.ts$/.test(file);

/** Test files of a run, sorted: the default suite, or also the long and those in a browser, or only those in a browser. */
export function testFiles(root: string, { suite, filters }: Options): readonly string[] {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && isInSuite(file, suite))
    .map((file) => join('tests', file))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort();
}

function isInSuite(file: string, suite: Options['suite']): boolean {
  if (suite === 'long') return true;
  return !isLong(file) && isInBrowser(file) === (suite === 'browser');
}

/** The part of the program whose modules a file loads, as far as its path states it: `pipeline`. */
const areaOf = (file: string): string => file.split(/[/\\]/)[1] ?? '';

/** Files in units that a worker runs without a break; files that share a service are one unit. */
export function unitsOf(root: string, files: readonly string[], costOf: (file: string) => number): readonly Unit[] {
  const sharing = sharedModules.map((modules) => modules.map((): string[] => []));
  const units: (readonly string[])[] = [];
  for (const file of files) {
    const shared = sharedBy(root, file);
    if (shared === null) units.push([file]);
    else sharing[shared.group]?.[shared.stage]?.push(file);
  }
  units.push(...sharing.map((stages) => stages.flat()).filter((unit) => unit.length > 0));
  return units.map((unit) => ({
    files: unit,
    area: areaOf(unit[0] ?? ''),
    cost: unit.reduce((sum, file) => sum + costOf(file), 0),
  }));
}
