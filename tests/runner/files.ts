/** Which files a run has, and which of them run one after the other in one worker. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from './options.ts';

/** Modules with a service that the files share which import them. */
const sharedModules = ['shared-demo', 'shared-service'] as const;

/** The service that a file shares; null for any other file. */
function sharedBy(root: string, file: string): string | null {
  const text = readFileSync(join(root, file), 'utf8');
  return sharedModules.find((name) => text.includes(`support/${name}.ts'`)) ?? null;
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

/** Files in units that a worker runs without a break, the costliest unit first; files that share a service are one unit. */
export function unitsOf(
  root: string,
  files: readonly string[],
  costOf: (file: string) => number,
): readonly (readonly string[])[] {
  const units = new Map<string, string[]>();
  for (const file of files) {
    const unit = isLong(file) ? file : (sharedBy(root, file) ?? file);
    units.set(unit, [...(units.get(unit) ?? []), file]);
  }
  const cost = (unit: readonly string[]): number => unit.reduce((sum, file) => sum + costOf(file), 0);
  return [...units.values()].sort((a, b) => cost(b) - cost(a));
}
