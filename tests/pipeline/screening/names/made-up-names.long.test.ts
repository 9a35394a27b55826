// rule: a name is found however a list writes it, and the index finds what comparing every name finds, also tests/pipeline/screening/names/name-index.test.ts, tests/pipeline/screening/names/cases.test.ts
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareNames } from '../../../../pipeline/screening/names/compare-names.ts';
import { createNameIndex } from '../../../../pipeline/screening/names/finding/name-index.ts';
import { areNear } from '../../../../pipeline/screening/names/finding/near.ts';
import { readName } from '../../../../pipeline/screening/names/similar.ts';
import { hostileNames } from '../../../support/hostile-names.ts';
import { runsOf } from '../../../support/runs.ts';
import { inOtherForm, madeUpName, otherWord, others, textOf, writings } from './made-up-names.ts';

const place = fc.nat({ max: 30 });
const bothLevels = (one: string, other: string): readonly (string | null)[] =>
  [compareNames(one, other, 'organisation'), compareNames(other, one, 'organisation')].map(
    (found) => found?.level ?? null,
  );

for (const [way, { write, level }] of Object.entries(writings)) {
  test(`a name ${way} is found at ${level}, whichever side is listed`, () => {
    fc.assert(
      fc.property(madeUpName, (name) => {
        assert.equal(bothLevels(textOf(name), write(name)), [level, level], write(name));
      }),
      { numRuns: runsOf(2_000) },
    );
  });
}

test('a name with a further form of its kind is equal', () => {
  fc.assert(
    fc.property(madeUpName, place, (name, at) => {
      assert.equal(bothLevels(textOf(name), inOtherForm(name, at)), ['L3', 'L3'], inOtherForm(name, at));
    }),
    { numRuns: runsOf(2_000) },
  );
});

for (const [what, write] of Object.entries(others)) {
  test(`${what}: another name is not found`, () => {
    fc.assert(
      fc.property(madeUpName, place, (name, at) => {
        const other = write(name, otherWord(name, at));
        assert.equal(bothLevels(textOf(name), other), [null, null], other);
      }),
      { numRuns: runsOf(2_000) },
    );
  });
}

test('among writings, names of others and hostile names, the index finds what comparing every name finds', () => {
  const hostile = Object.values(hostileNames).map((text) => text.slice(0, 4_096));
  fc.assert(
    fc.property(fc.array(fc.tuple(madeUpName, place), { minLength: 2, maxLength: 8 }), (names) => {
      const texts = names.flatMap(([name, at]) => [
        textOf(name),
        ...Object.values(writings).map(({ write }) => write(name)),
        ...Object.values(others).map((write) => write(name, otherWord(name, at))),
      ]);
      const read = [...texts, ...hostile].map((text) => readName(text, 'organisation'));
      const index = createNameIndex('organisation');
      read.forEach((name, at) => {
        index.put(String(at), [name]);
      });
      for (const name of read.slice(0, 20)) {
        const near = index.near(name).map(({ owner }) => Number(owner));
        const brute = read.flatMap((other, at) => (other.words.length > 0 && areNear(name, other) ? [at] : []));
        assert.equal(
          [...new Set(near)].sort((a, b) => a - b),
          brute,
        );
      }
    }),
    { numRuns: runsOf(50) },
  );
});

test.run();
