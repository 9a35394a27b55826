import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkJsonSize, JsonTooLarge, parseJsonWithin } from '../../../schemas/values/json-size.ts';
import { runsOf } from '../../support/runs.ts';
import { anyCharacter } from '../../support/any-character.ts';

/** Objects, lists and numbers of a value: what a parser allocates for it beside its texts. */
function costOf(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + costOf(member), 1);
}
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
const unlimited = { parts: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };
const isTooLarge = (text: string, limits: { parts: number; depth: number }): boolean => {
  try {
    checkJsonSize(text, limits);
    return false;
  } catch (error) {
    return error instanceof JsonTooLarge;
  }
};

test('JSON within the limits is parsed as by JSON.parse, and what its values cost is never counted too low', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: anyCharacter }), fc.nat(2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      assert.equal(parseJsonWithin(text, unlimited), JSON.parse(text));
      const cost = costOf(value);
      if (cost > 0) assert.ok(isTooLarge(text, { ...unlimited, parts: cost - 1 }), text);
      const depth = depthOf(value);
      assert.is(isTooLarge(text, { ...unlimited, depth }), false);
      if (depth > 0) assert.is(isTooLarge(text, { ...unlimited, depth: depth - 1 }), true);
    }),
    { numRuns: runsOf(300) },
  );
});

const small = { parts: 100, depth: 10 };
const refused: readonly (readonly [name: string, text: string])[] = [
  ['brackets', '[0],'.repeat(100)],
  ['brackets that never close', '['.repeat(1_000)],
  ['empty objects', `[${'{},'.repeat(100)}{}]`],
  ['numbers that nothing parts', '0 '.repeat(200)],
  ['signs and points', '-1.5e-3 '.repeat(200)],
  ['commas alone', ','.repeat(200)],
  ['brackets behind a text whose end is escaped', `["\\\\"${',[]'.repeat(100)}]`],
];
for (const [name, text] of refused) {
  test(`refused before it is parsed: ${name}`, () => {
    assert.throws(
      () => parseJsonWithin(text, small),
      (error: unknown) => error instanceof JsonTooLarge,
    );
  });
}

test('brackets within a text cost nothing', () => {
  const text = JSON.stringify(['[{,'.repeat(10_000), '"\\'.repeat(1_000)]);
  assert.equal(parseJsonWithin(text, small), JSON.parse(text));
});

test('what is no JSON is a SyntaxError, also without the end of a text', () => {
  for (const text of ['', '{', '"abc', '"abc\\"', '[1,]']) {
    assert.throws(
      () => parseJsonWithin(text, small),
      (error: unknown) => error instanceof SyntaxError,
      text,
    );
  }
});

test.run();
