import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CsvLimits } from '../../../pipeline/publishers/bounded-csv.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';
import { readCsvRecords } from '../../../pipeline/publishers/registers/csv-records.ts';
import { runsOf } from '../../support/runs.ts';

const anyHeader = (): boolean => true;

const read = (
  text: string,
  limits: Partial<CsvLimits> = {},
  isHeader: (cells: readonly string[]) => boolean = anyHeader,
): unknown => {
  const { records, isCut, problem } = readCsvRecords(text, isHeader, { ...fileLimits.register, ...limits });
  return problem ?? [...records.map(({ cells, line }) => [line, ...cells]), ...(isCut ? ['more'] : [])];
};

const cases: readonly (readonly [text: string, expected: unknown])[] = [
  ['', []],
  ['a', [[1, 'a']]],
  ['a\n', [[1, 'a']]],
  ['\n \n', []],
  [
    'a,\n,b\r\n',
    [
      [1, 'a', ''],
      [2, '', 'b'],
    ],
  ],
  ['a,', [[1, 'a', '']]],
  ['"a,\n""b""",c\n', [[2, 'a,\n"b"', 'c']]],
  [
    'a\rb\r\nc\r',
    [
      [2, 'a\rb'],
      [3, 'c\r'],
    ],
  ],
  [
    'a\n\n"b\nc"\r\ne\n \nf',
    [
      [1, 'a'],
      [4, 'b\nc'],
      [5, 'e'],
      [7, 'f'],
    ],
  ],
  [
    'a,b\nc\n\n \n',
    [
      [1, 'a', 'b'],
      [2, 'c'],
    ],
  ],
  ['a,b\nc\nd,e\n', [[1, 'a', 'b'], [2, 'c'], 'more']],
  [
    'a,b\n,\n , \n,,,\nc,d',
    [
      [1, 'a', 'b'],
      [5, 'c', 'd'],
    ],
  ],
  ['a\n"b', 'ends inside a quoted cell: the file is cut off. Line 2.'],
  ['é\n\n"b"\n\n"c\n\n', 'ends inside a quoted cell: the file is cut off. Line 5.'],
  ['"a"b', 'has text after the closing quote of a cell. Line 1.'],
  ['x\n\na"b', 'has a quote in the middle of an unquoted cell. Line 3.'],
];
for (const [text, expected] of cases) {
  test(`CSV ${JSON.stringify(text)}`, () => assert.equal(read(text), expected));
}

const cell = fc.array(fc.constantFrom('a', ',', '"', '\n', '\r', '\r\n', ' ', 'é'), { maxLength: 8 });
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.array(
    fc.array(
      cell.map((parts) => parts.join('')),
      { minLength: width, maxLength: width },
    ),
  ),
);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test('quoted cells come back as they were written', () => {
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, lineBreak) => {
      const text = rows.map((cells) => cells.map(quoted).join(',') + lineBreak).join('');
      const { records, problem } = readCsvRecords(text, anyHeader);
      assert.is(problem, null);
      assert.equal(
        records.map(({ cells }) => cells),
        rows.filter((cells) => cells.some((one) => one.trim() !== '')),
      );
    }),
    { numRuns: runsOf(300) },
  );
});

test('a file that is not a table is refused before all of it is read', () => {
  const check = 'Check that this is the file that the source publishes.';
  assert.is(read(','.repeat(2_000_000)), `has more than 1000 cells in line 1. ${check}`);
  assert.is(read(`a,b\n${','.repeat(2_000)}\nc,d\n`), `has more than 1000 cells in line 2. ${check}`);
  const long = 'has a record longer than 4 MiB: a cell is too long or a quote is not closed. Line 1.';
  assert.is(read(`"${'x'.repeat(8_000_000)}`), long);
  assert.is(read(`a,b\n${' \n'.repeat(2_000_000)}`), 'has more than 10000 lines of blank cells.');
  assert.equal(read(`a,b\n${'\n'.repeat(2_000_000)}`), [[1, 'a', 'b']]);
  assert.equal(read(`a,b\n${'c\n'.repeat(2_000_000)}`), [[1, 'a', 'b'], [2, 'c'], 'more']);
  assert.equal(
    read('\na\n"b"c', {}, ([first]) => first !== 'a'),
    [[2, 'a'], 'more'],
  );
  assert.is(read('a\nb\n\nc\n"d"e', { records: 2 }), `has more than 2 records: one more ends on line 4. ${check}`);
  assert.is(read('a,b\nc,d\ne,f\n"g"h', { cells: 5 }), `has more than 5 cells by line 3. ${check}`);
});

test.run();
