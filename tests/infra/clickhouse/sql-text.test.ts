import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parameterText, placeholders, setStatement } from '../../../infra/clickhouse/sql-text.ts';
import { runsOf } from '../../support/runs.ts';
import { openSampleEngine } from './sample-engine.ts';

test('values without an exact text form are refused', () => {
  for (const value of [2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, undefined, {}, new Date(0), Symbol('a')]) {
    assert.throws(() => parameterText(value), /parameter/i);
  }
});

test('names that are not plain identifiers are refused', () => {
  for (const name of ['', 'a b', "a='1', b", 'a;b', '1a', 'a-b'])
    assert.throws(() => setStatement({ [name]: '1' }), /name/);
});

test('placeholders are distinct names', () => {
  assert.equal(placeholders('SELECT {a:String}, { b : UInt8 }, {a:String}'), ['a', 'b']);
  assert.equal(placeholders("SELECT map('a', 1)"), []);
});

test('every string reaches the engine unchanged, alone and in an array', async () => {
  const { engine, close } = await openSampleEngine();
  const sql = 'SELECT {one:String} AS one, {many:Array(String)} AS many, {none:Nullable(String)} AS none';
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom("'", '\\', '"', '\n', '\t', '\r', '\0', '\b', 'N', 'x', '{', '}', ';', '[', ']', ',', '-'),
    }),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { maxLength: 4 }), async (one, many) => {
      const rows = await engine.api.query(sql, { one, many, none: null });
      assert.equal(rows, [{ one, many, none: null }]);
    }),
    { numRuns: runsOf(300), examples: [['\\N', ['NULL', '\\N', '']]] },
  );
  await close();
});

test.run();
