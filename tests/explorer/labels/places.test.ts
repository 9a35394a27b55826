/** Places of values in their sources, in words. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { placeText } from '../../../explorer/labels/places.ts';

const hash = `0x${'a'.repeat(64)}`;
const cases: readonly (readonly [place: string, words: string])[] = [
  [`block:21000000:${hash}`, 'at block 21,000,000'],
  [`block:21000000:${hash};proof`, 'at block 21,000,000, whose state root proves it'],
  ['block:437047333:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', 'at block 437,047,333'],
  ['block:', 'at block:'],
  ['pdf:3:10,20.5,30,40', 'on page 3'],
  ['html:body>p[2]@0-19', 'in body>p[2], characters 0 to 19'],
  ['html:body>table@r3c2', 'in body>table, row 3, column 2'],
  ['html:body>p', 'in body>p'],
  ['xbrl:f-12', 'in the tagged fact f-12'],
  ['json:/a/0/b', 'at /a/0/b'],
  ['json:', 'at the top of the file'],
  ['line 4', 'on line 4'],
  ['row:12', 'on line 12'],
  ['something else', 'at something else'],
  ['', 'at an unnamed place'],
];

for (const [place, words] of cases) {
  test(`a place “${place}” is “${words}”`, () => {
    assert.is(placeText(place), words);
  });
}

test.run();
