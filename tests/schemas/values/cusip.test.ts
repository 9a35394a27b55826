import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isCusip, isinOfCusip } from '../../../schemas/values/cusip.ts';
import { isinProblem, isIsin } from '../../../schemas/values/isin.ts';

/** Published pairs: a share, a bill, a note, and a security whose CUSIP ends in a letter before the check digit. */
const pairs = [
  ['037833100', 'US0378331005'],
  ['594918104', 'US5949181045'],
  ['38259P508', 'US38259P5089'],
  ['912797QA8', 'US912797QA86'],
] as const;

for (const [cusip, isin] of pairs) {
  test(`${cusip} is ${isin}`, () => assert.equal([isCusip(cusip), isinOfCusip(cusip)], [true, isin]));
}

test('one wrong character of a CUSIP is found, except for digits that give the same sum', () => {
  for (const [cusip] of pairs) {
    for (let place = 0; place < 9; place += 1) {
      const digit = cusip.charAt(place);
      if (!/[0-9]/.test(digit)) continue;
      const wrong = `${cusip.slice(0, place)}${(Number(digit) + 1) % 10}${cusip.slice(place + 1)}`;
      assert.is(isCusip(wrong), false, wrong);
    }
  }
});

test('a CUSIP that no ISIN can carry has none', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{3}[0-9A-Z*@#]{5}[0-9]$/), (text) => {
      const isin = isinOfCusip(text);
      assert.is(isin === null, !isCusip(text) || /[*@#]/.test(text));
      if (isin !== null) assert.ok(isIsin(isin) && isin.slice(2, 11) === text);
    }),
  );
});

for (const [text, problem] of [
  ['US0378331005', null],
  ['XS0104440986', null],
  ['US0378331006', 'check_digit'],
  ['ZZ0378331005', 'prefix'],
  ['US037833100', 'shape'],
  ['us0378331005', 'shape'],
  ['', 'shape'],
] as const) {
  test(`the problem of the ISIN "${text}" is ${String(problem)}`, () => assert.is(isinProblem(text), problem));
}

test.run();
