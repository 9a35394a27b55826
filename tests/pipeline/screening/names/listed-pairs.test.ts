/** Names as six lists and a register write them: which of two belong to one entry. */
import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareNames } from '../../../../pipeline/screening/names/compare-names.ts';
import { hasSharedData, sharedText } from '../../../support/shared-data.ts';

interface Pair {
  readonly name1: string;
  readonly name2: string;
  readonly mode: 'person' | 'organisation';
  readonly isMatch: boolean;
  readonly quality: string;
}

const pairs: readonly Pair[] = hasSharedData('names-2')
  ? parse<Record<string, string>>(sharedText('names-2/pairs.csv'), { columns: true }).map((row) => ({
      name1: row['name1'] ?? '',
      name2: row['name2'] ?? '',
      mode: row['schema'] === 'Person' ? 'person' : 'organisation',
      isMatch: row['is_match'] === 'true',
      quality: row['quality'] ?? '',
    }))
  : [];

const levels = pairs.map(({ name1, name2, mode }) => compareNames(name1, name2, mode)?.level ?? null);

function figuresOf(isOf: (pair: Pair) => boolean): { readonly f1: number; readonly precision: number } {
  let [both, found, one] = [0, 0, 0];
  for (const [at, pair] of pairs.entries()) {
    if (!isOf(pair)) continue;
    const isFound = levels[at] !== null;
    if (isFound) found += 1;
    if (pair.isMatch) one += 1;
    if (isFound && pair.isMatch) both += 1;
  }
  return { f1: (2 * both) / (found + one), precision: both / found };
}

/** The least F1 of each selection. */
const floors: readonly (readonly [what: string, isOf: (pair: Pair) => boolean, f1: number])[] = [
  ['all pairs', () => true, 0.83],
  ['organisations', ({ mode }) => mode === 'organisation', 0.79],
  ['persons', ({ mode }) => mode === 'person', 0.87],
  ['pairs that are not weak', ({ quality }) => quality !== 'WEAK', 0.9],
];

if (pairs.length === 0) console.log('the labelled pairs are not beside the repository: not compared');
else {
  for (const [what, isOf, floor] of floors) {
    test(`${what}: F1 of at least ${floor} and precision of at least 0.95`, () => {
      const { f1, precision } = figuresOf(isOf);
      assert.ok(f1 >= floor && precision >= 0.95, `F1 ${f1.toFixed(4)}, precision ${precision.toFixed(4)}`);
    });
  }

  test('no two names of different entries are equal', () => {
    const wrong = pairs.filter(({ isMatch }, at) => levels[at] === 'L3' && !isMatch);
    assert.equal(wrong, []);
  });
}

test.run();
