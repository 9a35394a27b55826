import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareSimilar, readName } from '../../../../pipeline/screening/names/similar.ts';

const test = suite('verdict on two names');

/** A name, one that is written without vowels, and whether they are similar. */
const cases = [
  ['Liquity AG', 'القاعدة', false],
  ['Hamad', 'حمد', false],
  ['Gazprom', 'گازپروم', true],
  ['Hamad Trading Company', 'شركة حمد للتجارة', false],
] as const;

for (const [latin, bare, isSimilar] of cases) {
  test(`organisations ${latin} and ${bare} are ${isSimilar ? '' : 'not '}similar, whichever is listed`, () => {
    const [left, right] = [readName(latin, 'organisation'), readName(bare, 'organisation')];
    assert.is(compareSimilar(left, right) !== null, isSimilar);
    assert.is(compareSimilar(right, left) !== null, isSimilar);
  });
}

test.run();
