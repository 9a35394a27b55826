import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { looseForm, plainDecimal, strictForm } from '../../../../pipeline/documents/fields/normal-forms.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { runsOf } from '../../../support/runs.ts';

const sameLoose: readonly (readonly [string, string])[] = [
  ['A fee of 0.10 % applies.', 'A fee of 0.10\u00a0% applies'],
  ['The issuer’s “terms”', `the ISSUER's "terms"`],
  ['one  two\n three', 'One two three'],
  ['(Section 4)', 'Section 4'],
  ['• redemption;', 'Redemption'],
  ['ﬁnal', 'final'],
  ['co\u00adoperation', 'cooperation'],
  ['5–10 days', '5-10 days'],
  ['Straße', 'STRASSE'],
  ['re\u0301serve', 'réserve'],
  ['–', ''],
];
for (const [left, right] of sameLoose) {
  test(`spelling only: ${JSON.stringify(left)} and ${JSON.stringify(right)}`, () => {
    assert.is(looseForm(left), looseForm(right));
  });
}

const otherLoose: readonly (readonly [string, string])[] = [
  ['5', '-5'],
  ['0.5', '5'],
  ['.5', '5'],
  ['-.5', '.5'],
  ['0.10 %', '0.10'],
  ['at par, at any time', 'at par at any time'],
  ['€ 100', '100'],
  ['within 5 days', 'within 50 days'],
  ['5 %', '5 ‰'],
];
for (const [left, right] of otherLoose) {
  test(`another text: ${JSON.stringify(left)} and ${JSON.stringify(right)}`, () => {
    assert.is.not(looseForm(left), looseForm(right));
  });
}

test('the strict form keeps all but the sequence of code points', () => {
  assert.is(strictForm('re\u0301serve'), strictForm('réserve'));
  for (const [left, right] of [
    ['a ', 'a'],
    ['A', 'a'],
    ['a\u00a0b', 'a b'],
    ['“a”', '"a"'],
    ['ﬁ', 'fi'],
  ] as const) {
    assert.is.not(strictForm(left), strictForm(right));
  }
});

test('forms are stable: the form of a form is itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
      assert.is(looseForm(looseForm(text)), looseForm(text));
      assert.is(strictForm(strictForm(text)), strictForm(text));
    }),
    { numRuns: runsOf(200) },
  );
});

test('a long run of punctuation keeps its length', () => {
  const text = `a${'. '.repeat(200_000)}a`;
  assert.is(looseForm(text).length, text.length);
});

test('decimals without zeros at the end', () => {
  const cases = { '1.50': '1.5', '1.00': '1', '0.0': '0', '0': '0', '100': '100', '1.05': '1.05', '10.0': '10' };
  for (const [text, plain] of Object.entries(cases)) assert.is(plainDecimal(text), plain);
});

test.run();
