import { test } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import { nestsDeeperThan } from '../../../schemas/values/nesting.ts';
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';

const forms = ['NFC', 'NFD', 'NFKC'] as const;

test('ordinary text has the Unicode normal form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...forms), (text, form) => {
      assert.is(unicodeForm(text, form), text.normalize(form));
    }),
  );
});

test('30 marks belong to one character, in any order', () => {
  const marks = '\u0323\u0301'.repeat(15);
  for (const form of forms) assert.is(unicodeForm(`a${marks}`, form), `a${marks}`.normalize(form));
  assert.is(unicodeForm(`a${marks}\u0323`, 'NFD'), `${`a${marks}`.normalize('NFD')}\u034f\u0323`);
});

test('of a long run of marks, never more than 30 are ordered together', () => {
  const long = `a${'\u0301'.repeat(500)}${'\u0323'.repeat(500)}`;
  for (const form of forms) {
    for (const part of unicodeForm(long, form).split('\u034f')) assert.ok(part.length <= 31, `${form}: ${part.length}`);
  }
});

test('nesting is counted up to the limit, whatever the depth', () => {
  const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  assert.equal(
    [deep(3), { a: { b: { c: 1 } } }, 'text', null].map((value) => nestsDeeperThan(value, 3)),
    [false, false, false, false],
  );
  assert.equal(
    [deep(4), { a: [{ c: {} }] }, deep(100_000)].map((value) => nestsDeeperThan(value, 3)),
    [true, true, true],
  );
});

test.run();
