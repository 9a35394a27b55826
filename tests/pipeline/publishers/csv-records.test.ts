import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CsvRecord, csvReader } from '../../../pipeline/publishers/registers/csv-records.ts';
import { runsOf } from '../../support/runs.ts';

/** All records, or the reason of the refusal. */
function readAll(text: string): readonly CsvRecord[] | string {
  const reader = csvReader(text);
  const records: CsvRecord[] = [];
  for (let record = reader.next(); record !== null; record = reader.next()) records.push(record);
  return reader.problem() ?? records;
}

const refusals: Readonly<Record<string, RegExp>> = {
  CSV_QUOTE_NOT_CLOSED: /ends inside a quoted cell/,
  CSV_INVALID_CLOSING_QUOTE: /has text after the closing quote/,
  INVALID_OPENING_QUOTE: /has a quote in the middle of an unquoted cell/,
};

const cases: readonly (readonly [string, unknown])[] = [
  ['', []],
  ['a', [['a']]],
  ['a\n', [['a']]],
  ['\n', [['']]],
  [
    'a,\n,b\r\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a,', [['a', '']]],
  ['"a,\n""b""",c\n', [['a,\n"b"', 'c']]],
  ['a\rb\r\nc\r', [['a\rb'], ['c\r']]],
  ['"a"', [['a']]],
  ['"",""\n', [['', '']]],
  ['a\n"b', 'ends inside a quoted cell: the file is cut off. Line 2.'],
  ['"a"b', 'has text after the closing quote of a cell. Line 1.'],
  ['x\n\na"b', 'has a quote in the middle of an unquoted cell. Line 3.'],
];
for (const [text, expected] of cases) {
  test(`CSV ${JSON.stringify(text)}`, () => {
    assert.equal(readAll(text), expected);
  });
}

const texts = fc
  .array(fc.constantFrom('a', ',', '"', '\n', '\r', '\r\n', ' ', '"b"', '""', 'é'), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('records and refusals equal those of csv-parse', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = readAll(text);
      try {
        const expected = parse(text, { record_delimiter: ['\r\n', '\n'], relax_column_count: true });
        assert.equal(read, expected);
      } catch (error) {
        if (!(error instanceof CsvError)) throw error;
        assert.match(String(read), refusals[error.code] ?? error.code);
      }
    }),
    { numRuns: runsOf(3000) },
  );
});

test('the line of a record is the one on which it ends; isAtEnd tells whether text follows', () => {
  const reader = csvReader('a\n\n"b\nc",d\r\ne\n \nf');
  const lines: unknown[] = [];
  while (reader.next() !== null) lines.push([reader.line(), reader.line(), reader.isAtEnd()]);
  assert.equal(lines, [
    [1, 1, false],
    [2, 2, false],
    [4, 4, false],
    [5, 5, false],
    [6, 6, false],
    [7, 7, true],
  ]);
});

test('a line of too many cells is refused before the rest is read', () => {
  assert.match(String(readAll(','.repeat(2_000_000))), /^has more than 1000 cells in one line\. Line 1\.$/);
});

test.run();
