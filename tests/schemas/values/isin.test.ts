import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isIsin } from '../../../schemas/values/isin.ts';

const cases: readonly (readonly [string, boolean])[] = [
  ['US0378331005', true],
  ['DE0005557508', true],
  ['XS2434891219', true],
  ['CNE1000002R0', true],
  ['AU0000XVGZA3', true],
  ['US0378331006', false],
  // Three that OFAC prints with a wrong check digit.
  ['BRC1EODR004', false],
  ['CND10002K094', false],
  ['CND10002G601', false],
  ['us0378331005', false],
  ['US037833100', false],
  ['US03783310055', false],
  ['0S0378331005', false],
  ['', false],
];

for (const [text, expected] of cases) {
  test(`ISO 6166: ${text || 'nothing'} is ${expected ? 'an' : 'no'} ISIN`, () => assert.is(isIsin(text), expected));
}

test('changing any single digit makes an ISIN invalid', () => {
  const isin = 'US0378331005';
  for (let place = 2; place < isin.length; place += 1) {
    const other = (Number(isin.charAt(place)) + 1) % 10;
    assert.is(isIsin(`${isin.slice(0, place)}${other}${isin.slice(place + 1)}`), false, `${place}`);
  }
});

test.run();
