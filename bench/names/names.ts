import { createNameIndex, type NameIndex } from '../../pipeline/screening/names/finding/name-index.ts';
import { compareSimilar } from '../../pipeline/screening/names/similar.ts';
import { compareWords } from '../../pipeline/screening/names/pairing/verdict.ts';
import type { NameMode, ReadName } from '../../pipeline/screening/names/reading/word.ts';
import type { Bench, BenchCase } from '../bench.ts';
import { atMost, type Measurement, percentile } from '../measurement.ts';
import { benchHostile } from './hostile.ts';
import { benchPairs } from './pairs.ts';
import { namesOf } from '../support/samples/real-names.ts';

const entries = 20_000;
const parties = 50_000;
const changed = 500;
/** Names whose comparison with every other name is the floor. */
const looped = 3;
/** Every party is looked up, or every fifth one: names of persons made from lists have far more candidates. */
const every: Readonly<Record<NameMode, number>> = { organisation: 1, person: 5 };

/** Names of parties against names of list entries: look-up in the index, and comparison of what it finds. */
export const namesBench: Bench = {
  name: 'names',
  measures: 'names of parties against names of list entries, on one core',
  cases: {
    organisations: benchMode('organisation'),
    persons: benchMode('person'),
    'labelled pairs': benchPairs,
    hostile: benchHostile,
  },
};

function benchMode(mode: NameMode): BenchCase {
  return async ({ scale }) => {
    const { listed, ours } = namesOf(mode, Math.round(entries * scale), Math.round(parties * scale));
    const perPair = bareLoop(ours.slice(0, looped), listed);
    const list = measuredIndex(mode, listed);
    const registry = measuredIndex(mode, ours);
    // The compiler sees every kind of name before the clock starts.
    for (const name of ours.slice(0, 200)) timeOf(list.index, name);
    const searched = ours.filter((_, at) => at % every[mode] === 0);
    const times = searched.map((name) => timeOf(list.index, name));
    const total = times.reduce((sum, time) => sum + time, 0);
    const delta = listed.slice(0, changed).reduce((sum, name) => sum + timeOf(registry.index, name), 0);
    const floor = (pairs: number, scaled: number) => ({
      name: 'a bare loop of the same comparison over all pairs',
      value: (perPair * pairs) / scaled,
    });
    const all = `all names, ${searched.length} × ${listed.length}`;
    return [
      figure(`${mode}: a name × ${listed.length}, p50`, 'ms', percentile(times, 50), floor(listed.length, 1), 1),
      figure(`${mode}: a name × ${listed.length}, p99`, 'ms', percentile(times, 99), floor(listed.length, 1), 10),
      figure(`${mode}: ${all}`, 's', total / 1_000, floor(listed.length * searched.length, 1_000), 60 / every[mode]),
      figure(
        `${mode}: ${changed} changed × ${ours.length}`,
        's',
        delta / 1_000,
        floor(changed * ours.length, 1_000),
        2,
      ),
      figure(`${mode}: index of ${listed.length} names`, 's', list.seconds, null, 5),
      figure(`${mode}: memory of it`, 'MB', list.megabytes, null, 150),
      figure(`${mode}: memory of ${ours.length} names`, 'MB', registry.megabytes, null, 250),
    ];
  };
}

const figure = (
  name: string,
  unit: string,
  value: number,
  floor: Measurement['floor'],
  target: number,
): Measurement => ({ name, unit, value, floor, target: atMost(target) });

interface MeasuredIndex {
  readonly index: NameIndex;
  readonly seconds: number;
  /** Of the heap, the names as read not included. */
  readonly megabytes: number;
}

function measuredIndex(mode: NameMode, names: readonly ReadName[]): MeasuredIndex {
  const before = heapBytes();
  const started = performance.now();
  const index = createNameIndex(mode);
  names.forEach((name, at) => {
    index.put(String(at), [name]);
  });
  const seconds = (performance.now() - started) / 1_000;
  return { index, seconds, megabytes: (heapBytes() - before) / 1e6 };
}

function heapBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** What the index finds is near, so that only the words are compared. */
function timeOf(index: NameIndex, name: ReadName): number {
  const started = performance.now();
  for (const found of index.near(name)) compareWords(name, found.name);
  return performance.now() - started;
}

/** Milliseconds that a pair takes when every pair is compared. */
function bareLoop(some: readonly ReadName[], listed: readonly ReadName[]): number {
  const started = performance.now();
  for (const name of some) for (const other of listed) compareSimilar(name, other);
  return (performance.now() - started) / (some.length * listed.length);
}
