import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseLossless as parse } from '../../../infra/rpc/lossless-json.ts';
import { runsOf } from '../../support/runs.ts';
import { anyCharacter } from '../../support/any-character.ts';

const parseLossless = (text: string): unknown => parse(text, { parts: 1_000_000, depth: 64 });

test('what a double holds exactly is parsed as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: anyCharacter }), (value) => {
      const text = JSON.stringify(value);
      // A spelling such as 1e+25 is exact as well; -0 has none.
      assert.equal(parseLossless(text), JSON.parse(text));
    }),
    { numRuns: runsOf(500) },
  );
});

test('every other number keeps its digits, as text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 60n, max: 2n ** 256n }), fc.string(), (number, key) => {
      const text = `{${JSON.stringify(key)}:[${number},"${number}"]}`;
      const exact = String(Number(number)) === String(number);
      assert.equal(parseLossless(text), { [key]: [exact ? Number(number) : String(number), String(number)] });
    }),
    { numRuns: runsOf(500) },
  );
  assert.equal(parseLossless('[0.1, 1.10, -0, 1e2, 12]'), [0.1, '1.10', '-0', '1e2', 12]);
});

test('text of megabytes needs no stack', () => {
  const long = 'a\\"'.repeat(300_000);
  assert.is((parseLossless(`["${long}",12345678901234567890]`) as readonly string[])[1], '12345678901234567890');
});

test.run();
