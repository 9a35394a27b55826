import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countryText } from '../../../explorer/labels/countries.ts';

const cases: readonly (readonly [code: string, text: string])[] = [
  ['FR', 'France (FR)'],
  ['gb', 'United Kingdom (GB)'],
  ['XX', 'XX'],
  ['Ireland', 'Ireland'],
  ['', ''],
];
for (const [code, text] of cases) {
  test(`the country ${JSON.stringify(code)} is shown as ${JSON.stringify(text)}`, () =>
    assert.is(countryText(code), text));
}

test.run();
