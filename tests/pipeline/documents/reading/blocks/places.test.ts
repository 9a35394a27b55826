import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  blockPlace,
  boxAround,
  cellPlace,
  factPlace,
  memberPlace,
  pdfPlace,
} from '../../../../../pipeline/documents/reading/blocks/places.ts';

const test = suite('places of passages');

const context = { id: 'c1' };
const cases: readonly (readonly [place: string, expected: string])[] = [
  [pdfPlace(3, [72, 88.04, 300.26, -0]), 'pdf:3:72,88,300.3,0'],
  [blockPlace('main>p:nth-of-type(2)', 4, 90), 'html:main>p:nth-of-type(2)@4-90'],
  [cellPlace('table', 3, 2), 'html:table@r3c2'],
  [factPlace({ id: 'f1', name: '{ns}Name', context }), 'xbrl:f1'],
  [factPlace({ id: null, name: '{ns}Name', context }), 'xbrl:{ns}Name c1'],
  [factPlace({ id: null, name: '{ns}Name', context: null }), 'xbrl:{ns}Name'],
  [memberPlace('/a/0'), 'json:/a/0'],
];
for (const [place, expected] of cases) test(expected, () => assert.is(place, expected));

test('a box around boxes', () => {
  assert.equal(
    boxAround([
      [1, 2, 3, 4],
      [0, 3, 2, 9],
    ]),
    [0, 2, 3, 9],
  );
});

test.run();
