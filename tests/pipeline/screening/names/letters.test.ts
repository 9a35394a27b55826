import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { consonants, edits, isOneSlip, spellingCost } from '../../../../pipeline/screening/names/reading/letters.ts';
import { runsOf } from '../../../support/runs.ts';

const pairs: readonly (readonly [left: string, right: string, tenths: number])[] = [
  ['zenith', 'zenith', 0],
  ['zenith', 'zenit', 5],
  ['zenith', 'zzenith', 2],
  ['zenith', 'zenitth', 2],
  ['zenith', 'zenth', 8],
  ['zenith', 'zeith', 10],
  ['zenith', 'zenoth', 8],
  ['zenith', 'senith', 6],
  ['zenith', 'zeniph', 10],
  ['zenith', 'ezinth', 20],
  ['zenith', 'eznith', 10],
  ['area51', 'area52', 15],
  ['area5', 'areas', 6],
  ['area1', 'area', 15],
  ['hzenit', 'zenit', 10],
];

for (const [left, right, tenths] of pairs) {
  test(`${left} and ${right} differ by ${tenths} tenths of a letter`, () => {
    assert.is(edits(left, right, 1_000), tenths);
    assert.is(edits(right, left, 1_000), tenths);
  });
}

test('the bound never changes an answer below it', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', 'h', 'e', '1', 'z'), maxLength: 9 });
  const many = fc.string({ unit: fc.constantFrom(...'aehhimnnorst158pq'.split('')), maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(few, many), fc.oneof(few, many), fc.integer({ min: 0, max: 60 }), (left, right, most) => {
      const whole = edits(left, right, 10_000);
      const bounded = edits(left, right, most);
      assert.is(edits(right, left, 10_000), whole);
      if (whole <= most) assert.is(bounded, whole);
      else assert.ok(bounded > most);
    }),
    { numRuns: runsOf(3_000) },
  );
});

test('short words differ by no letter, longer ones by up to two', () => {
  assert.is(spellingCost('abc', 'abd'), null);
  assert.is(spellingCost('abc', 'abc'), 0);
  assert.ok((spellingCost('abcd', 'abce') ?? 1) < 0.3);
  assert.is(spellingCost('abcd', 'abxy'), null);
  assert.ok(spellingCost('zenithal', 'zemithol') !== null);
  assert.is(spellingCost('zenithal', 'zamixhol'), null);
});

const slips: readonly (readonly [word: string, written: string, isSlip: boolean])[] = [
  ['limited', 'limted', true],
  ['limited', 'limmited', true],
  ['limited', 'limitad', true],
  ['limited', 'lmiited', true],
  ['limited', 'limited', false],
  ['limited', 'imited', false],
  ['limited', 'pimited', false],
  ['limited', 'lmitted', false],
  ['limited', 'limits', false],
];
for (const [word, written, isSlip] of slips) {
  test(`"${written}" is ${isSlip ? '' : 'not '}one slip from "${word}"`, () =>
    assert.is(isOneSlip(word, written), isSlip));
}

const sounds: readonly (readonly [text: string, sound: string])[] = [
  ['mohammed', 'mt'],
  ['muhammad', 'mt'],
  ['tschaikowski', 'Ckvsk'],
  ['chaikovsky', 'Ckvsk'],
  ['jusuf', 'asf'],
  ['yusuf', 'asf'],
  ['cecil', 'sl'],
  ['', ''],
];
for (const [text, sound] of sounds) {
  test(`the consonants of "${text}" are "${sound}"`, () => assert.is(consonants(text, false), sound));
}

test('a word without vowels writes long ones with w and y, which are dropped', () => {
  assert.is(consonants('mwsy', true), 'ms');
  assert.is(consonants('mwsy', false), 'mvs');
});

test.run();
