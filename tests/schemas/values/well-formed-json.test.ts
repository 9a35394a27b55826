import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseWellFormedJson } from '../../../schemas/values/well-formed-json.ts';

for (const text of ['{"a":["\\ud83d\\ude00","\\\\ud800"]}', '"plain"', '[1,null,{"__proto__":"\\ud83d\\ude00"}]']) {
  test(`${text} is read as by JSON.parse`, () => assert.equal(parseWellFormedJson(text), JSON.parse(text)));
}

for (const text of ['"\\ud800"', '["a",{"b":"\\uDC00\\ud800"}]', '{"\\uDBFF":1}', '{"a"', '']) {
  test(`refused: ${text}`, () =>
    assert.throws(
      () => parseWellFormedJson(text),
      (error: unknown) => error instanceof SyntaxError,
    ));
}

test.run();
