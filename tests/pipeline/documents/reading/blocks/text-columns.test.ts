/** Columns of text on a page: where they are put together, and what stays a row. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { regionsOf } from '../../../../../pipeline/documents/reading/blocks/text-columns.ts';
import { haveOwnAmounts } from '../../../../../pipeline/documents/reading/report/columns-of-text.ts';
import { areNumbered } from '../../../../../pipeline/documents/reading/template/numbered-columns.ts';
import type { LineCell, PageLine } from '../../../../../schemas/values/reading.ts';

const test = suite('columns of text');

/** A line as its cells at 50 and 320 points; an empty cell is none. */
const page = (rows: readonly (readonly string[])[], wide = 4): readonly PageLine[] =>
  rows.map((texts, at) => ({
    y: 40 + 14 * at,
    h: 10,
    marks: [],
    cells: texts.flatMap((text, column): readonly LineCell[] =>
      text === '' ? [] : [[50 + 270 * column, 50 + 270 * column + wide * text.length, text]],
    ),
  }));

const textsOf = (regions: readonly (readonly PageLine[])[]): readonly string[] =>
  regions.map((lines) => lines.map(({ cells }) => cells.map(([, , text]) => text).join(' | ')).join(' / '));

const numbered = [
  ['A.1 Name', 'A.4 Address'],
  ['Example', 'Example Street'],
  ['A.2 Form', 'A.5 Date'],
  ['GmbH', '2026-03-01'],
  ['A.3 Seat', 'A.6 Law'],
  ['Berlin', 'Germany'],
] as const;
const across = 'A sentence that goes over the whole width of the page, and beyond the gutter of columns.';

const asRows: readonly (readonly [why: string, rows: readonly (readonly string[])[]])[] = [
  ['one column', numbered.map(([first]) => [first])],
  ['numbers in one column alone', numbered.map(([first], at) => [first, `Text ${at}`])],
  ['two numbers at the right', numbered.slice(0, 4)],
  ['every line crosses the gutter', numbered.map(([first, second]) => [first.padEnd(80, '.'), second])],
];
for (const [why, rows] of asRows)
  test(`a page stays as it is: ${why}`, () => assert.equal(regionsOf(page(rows), areNumbered), [page(rows)]));

test('columns with numbers of their own are read one after another, between lines over the whole width', () => {
  assert.equal(textsOf(regionsOf(page([[across], ...numbered, [across]]), areNumbered)), [
    across,
    'A.1 Name / Example / A.2 Form / GmbH / A.3 Seat / Berlin',
    'A.4 Address / Example Street / A.5 Date / 2026-03-01 / A.6 Law / Germany',
    across,
  ]);
});

test('a short line that is set apart below both columns belongs to none of them', () => {
  const lines = page([...numbered, [''], [''], ['The end.']]).filter(({ cells }) => cells.length > 0);
  assert.is(textsOf(regionsOf(lines, areNumbered)).at(-1), 'The end.');
});

test('a page of more lines than a call takes arguments is read', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => [`A.${at} Name`, `B.${at} Name`]);
  const [left = [], right = []] = regionsOf(page(rows), areNumbered, 1);
  assert.equal([left.length, right.length], [rows.length, rows.length]);
});

const amounts = haveOwnAmounts('comma');
const tables: readonly (readonly [why: string, rows: readonly (readonly string[])[], areColumns: boolean])[] = [
  [
    'labels beside amounts',
    [
      ['Bills', '900,000'],
      ['Cash', '100,000'],
      ['Total', '1,000,000'],
    ],
    false,
  ],
  [
    'labels above amounts',
    [
      ['Bills', 'Total'],
      ['900,000', '1,000,000'],
      ['Cash', 'Tokens'],
      ['100,000', '1,000,000'],
    ],
    true,
  ],
  [
    'labels with amounts',
    [
      ['Bills = 900,000', 'Total = 1,000,000'],
      ['Cash = 100,000', 'Tokens = 1,000,000'],
    ],
    true,
  ],
  [
    'an amount beside a label',
    [
      ['Bills', 'Total'],
      ['900,000', '1,000,000'],
      ['Cash', '100,000'],
      ['5,000', '4,000'],
    ],
    false,
  ],
  [
    'two amounts under a label',
    [
      ['Bills', 'Total'],
      ['900,000', '1,000,000'],
      ['900,001', '1,000,001'],
      ['5,000', '4,000'],
    ],
    false,
  ],
  [
    'two amounts of a label, of two dates',
    [
      ['Bills = 900,000', '800,000'],
      ['Cash = 100,000', '200,000'],
    ],
    false,
  ],
];
for (const [why, rows, areColumns] of tables)
  test(`columns of a report: ${why}`, () => assert.is(regionsOf(page(rows), amounts).length, areColumns ? 2 : 1));

test.run();
