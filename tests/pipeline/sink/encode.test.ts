import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import type { Cell } from '../../../pipeline/sink/tables.ts';
import { anyCharacter } from '../../support/any-character.ts';

const text = fc.string({ unit: anyCharacter });
const cell: fc.Arbitrary<Cell> = fc.oneof(
  text,
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text),
  fc.dictionary(text, text, { noNullPrototype: true }),
);

test('no rows are no bytes', () => {
  assert.is(encodeRows([]).length, 0);
});

test('each row is one line, whatever its texts hold', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell)), (rows) => {
      const lines = encodeRows(rows).toString('utf8').split('\n');
      assert.is(lines.pop(), '');
      assert.equal(
        lines.map((line) => JSON.parse(line) as unknown),
        JSON.parse(JSON.stringify(rows)),
      );
    }),
  );
});

test('whole numbers keep every digit up to 2^53 - 1, and never get an exponent', () => {
  assert.is(encodeRows([[Number.MAX_SAFE_INTEGER, 0, -1]]).toString('utf8'), '[9007199254740991,0,-1]\n');
});

test.run();
