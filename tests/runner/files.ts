/** Which files a run has, and which of them run one after the other in one worker. */
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Options } from './options.ts';

/** Files that one worker runs in this order, because they share a service. */
const groups: Readonly<Record<string, readonly string[]>> = {
  demo: [
    'docs/examples',
    'docs/help-examples',
    'integration/demo-command',
    'integration/first-run',
    'integration/sql-port',
    'integration/upgrade',
  ],
};

const groupOf = new Map(
  Object.entries(groups).flatMap(([group, files]) =>
    files.map((file) => [join('tests', `${file.replaceAll('/', sep)}.test.ts`), group] as const),
  ),
);

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

/** Files in units that a worker runs without a break, the costliest unit first. */
export function unitsOf(files: readonly string[], costOf: (file: string) => number): readonly (readonly string[])[] {
  const units = new Map<string, string[]>();
  for (const file of files) {
    const unit = groupOf.get(file) ?? file;
    units.set(unit, [...(units.get(unit) ?? []), file]);
  }
  const cost = (unit: readonly string[]): number => unit.reduce((sum, file) => sum + costOf(file), 0);
  return [...units.values()].sort((a, b) => cost(b) - cost(a));
}
