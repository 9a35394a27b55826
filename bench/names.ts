import { readFileSync } from 'node:fs';
import { createNameIndex, type NameIndex } from '../pipeline/screening/names/v1/name-index.ts';
import { compareSimilar, readName } from '../pipeline/screening/names/v1/similar.ts';
import type { ReadName } from '../pipeline/screening/names/v1/word.ts';
import { fixturePath } from '../tests/support/fixture-path.ts';
import { hasSharedData, sharedText } from '../tests/support/shared-data.ts';
import type { Bench, BenchOptions } from './bench.ts';
import { atMost, type Measurement, percentile } from './measurement.ts';

const entries = 20_000;
const parties = 50_000;
const changed = 500;
/** Names whose comparison with every other name is the floor. */
const looped = 20;

/** Names of organisations against names of list entries: look-up in the index, and comparison of what it finds. */
export const namesBench: Bench = {
  name: 'names',
  measures: 'names of organisations against names of list entries, on one core',
  cases: { 'names in memory': benchNames },
};

async function benchNames({ scale }: BenchOptions): Promise<readonly Measurement[]> {
  const sizes = { entries: Math.round(entries * scale), parties: Math.round(parties * scale) };
  const all = readNames(sizes.entries + sizes.parties);
  const listed = all.slice(0, sizes.entries);
  const ours = all.slice(sizes.entries);
  const perPair = bareLoop(ours.slice(0, looped), listed);
  const started = performance.now();
  const list = indexOf(listed);
  const built = performance.now() - started;
  const times = ours.map((name) => timeOf(list, name));
  const total = times.reduce((sum, time) => sum + time, 0);
  const registry = indexOf(ours);
  const delta = listed.slice(0, changed).reduce((sum, name) => sum + timeOf(registry, name), 0);
  const name = 'a bare loop of the same comparison';
  const floor = (pairs: number, scaled: number) => ({ name, value: (perPair * pairs) / scaled });
  const counts = `${sizes.parties} × ${sizes.entries}`;
  return [
    figure('a name, p50', 'ms', percentile(times, 50), floor(listed.length, 1), 1),
    figure('a name, p99', 'ms', percentile(times, 99), floor(listed.length, 1), 10),
    figure(`all names, ${counts}`, 's', total / 1_000, floor(listed.length * ours.length, 1_000), 60),
    figure(`${changed} changed entries × ${sizes.parties}`, 's', delta / 1_000, floor(changed * ours.length, 1_000), 2),
    { name: `index of ${sizes.entries} names`, unit: 's', value: built / 1_000, floor: null, target: atMost(5) },
  ];
}

const figure = (
  name: string,
  unit: string,
  value: number,
  floor: Measurement['floor'],
  target: number,
): Measurement => ({ name, unit, value, floor, target: atMost(target) });

function indexOf(names: readonly ReadName[]): NameIndex {
  const index = createNameIndex('organisation');
  names.forEach((name, at) => {
    index.put(String(at), [name]);
  });
  return index;
}

function timeOf(index: NameIndex, name: ReadName): number {
  const started = performance.now();
  for (const found of index.near(name)) compareSimilar(name, found.name);
  return performance.now() - started;
}

/** Milliseconds that a pair takes when every pair is compared. */
function bareLoop(some: readonly ReadName[], listed: readonly ReadName[]): number {
  const started = performance.now();
  for (const name of some) for (const other of listed) compareSimilar(name, other);
  return (performance.now() - started) / (some.length * listed.length);
}

/**
 * Names of real organisations where their file is beside the repository; further ones, or all of them, are put together
 * from words of listed names.
 */
function readNames(count: number): readonly ReadName[] {
  const ordinary = hasSharedData('names') ? columnOf(sharedText('names/ordinary-organisations.tsv'), 1) : [];
  const words = columnOf(readFileSync(fixturePath('name-pairs', 'variants.tsv'), 'utf8'), 3).flatMap((name) =>
    name.split(/[\s,]+/),
  );
  const made = Array.from({ length: Math.max(0, count - ordinary.length) }, (_, at) =>
    [7, 31, 101].map((step) => words[(at * step + step) % words.length] ?? '').join(' '),
  );
  return [...made, ...ordinary].slice(0, count).map((name) => readName(name, 'organisation'));
}

const columnOf = (table: string, column: number): readonly string[] =>
  table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[column] ?? '');
