import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { normaliseText } from '../../../pipeline/registers/spellings.ts';

const cells: readonly (readonly [cell: string, text: string])[] = [
  ['', ''],
  [' ', ''],
  ['   ', ''],
  [' a', 'a'],
  ['a ', 'a'],
  ['a  b', 'a b'],
  ['a \t b', 'a b'],
  ['a\nb', 'a b'],
  ['a\u00a0b', 'a b'],
  ['a\u00adb\u200b', 'ab'],
  ['e\u0301', '\u00e9'],
  ['1 rue de la Banque, 75002 Paris', '1 rue de la Banque, 75002 Paris'],
];
for (const [cell, text] of cells) {
  test(`${JSON.stringify(cell)} is ${JSON.stringify(text)}`, () => {
    assert.is(normaliseText(cell), text);
  });
}

test('text of ASCII characters: whitespace is trimmed at the ends and collapsed in between', () => {
  const units = fc.constantFrom('a', 'b', '~', '!', '\u007f', '\u0000', ' ', ' ', '\t', '\n', '\r', '\v', '\f');
  fc.assert(
    fc.property(fc.string({ unit: units }), (cell) => {
      assert.is(normaliseText(cell), cell.replaceAll(/\s+/g, ' ').trim());
    }),
  );
});

test.run();
