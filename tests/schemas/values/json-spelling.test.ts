import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { otherSpelling, repeatedMember } from '../../../schemas/values/json-spelling.ts';
import { runsOf } from '../../support/runs.ts';

/** Texts of one value in another spelling: where the problem is, and what it is. */
const others: readonly (readonly [text: string, path: string, at: number, reason: RegExp])[] = [
  ['{"a":1,"a":1}', 'a', 7, /^occurs twice in its object$/],
  ['{"a":1,"\\u0061":1}', 'a', 7, /^occurs twice/],
  ['{"b":[{"c":[1]},{"c":2,"d":{},"c":3}]}', 'b[1].c', 30, /^occurs twice/],
  ['{"a":1.0}', 'a', 5, /^has another spelling of its number: 1\.0 instead of 1$/],
  ['[1e0]', '[0]', 1, /1e0 instead of 1$/],
  ['[0,-0]', '[1]', 3, /-0 instead of 0$/],
  ['[[1E2]]', '[0][0]', 2, /1E2 instead of 100$/],
  ['[12345678901234567890]', '[0]', 1, /instead of 12345678901234567000$/],
  ['1e400', '', 0, /1e400 instead of null$/],
  ['{"a":"b\\/c"}', 'a', 5, /^has another spelling of its text: "b\\\/c" instead of "b\/c"$/],
  ['{"a":"\\u0062"}', 'a', 5, /instead of "b"$/],
  ['{"a":"\\u000A"}', 'a', 5, /instead of "\\n"$/],
  ['{"a":"\\u202e"}', 'a', 5, /has another spelling of its text/],
  ['{"\\u0061":1}', 'a', 1, /^has another spelling of its name: "\\u0061" instead of "a"$/],
  ['{"a\\/b":1}', 'a/b', 1, /of its name/],
  ['"\\u0061"', '', 0, /of its text/],
];
for (const [text, path, at, reason] of others) {
  test(`${text} is spelled otherwise`, () => {
    const found = otherSpelling(text);
    assert.equal([found?.path, found?.at], [path, at]);
    assert.match(found?.reason ?? '', reason);
    assert.is(JSON.stringify(JSON.parse(text)) === text, false, 'it is another text of the value');
  });
}

test('white space between tokens and the order of members are free', () => {
  for (const text of [
    '{"b":1,"a":[ ]}',
    ' { "a" : 1 ,\n\t"b" : [ 1 , 2 , { } ] }\r\n',
    '[]',
    'null',
    ' "a" ',
    '-1.5e-7',
  ]) {
    assert.is(otherSpelling(text), null, text);
  }
});

test('what JSON.stringify writes is spelled as RFC 8785 spells it, at any indent', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      assert.is(otherSpelling(text.replaceAll('-0', '0')) === null || text.includes('-0'), true);
      assert.is(repeatedMember(text), null);
    }),
    { numRuns: runsOf(300) },
  );
});

test('depth and length are safe', () => {
  const deep = `${'['.repeat(200_000)}1.0${']'.repeat(200_000)}`;
  assert.is(otherSpelling(deep)?.at, 200_000);
  assert.is(otherSpelling(JSON.stringify({ a: 'x\\"'.repeat(1_000_000) })), null);
});

test.run();
