import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createOutput } from '../../../../cli/program/output/output.ts';
import { table } from '../../../../cli/program/output/table.ts';

function outputs(json: boolean): {
  readonly out: ReturnType<typeof createOutput>;
  readonly printed: { stdout: string; stderr: string };
} {
  const printed = { stdout: '', stderr: '' };
  const out = createOutput(json, {
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
  });
  return { out, printed };
}

test('with --json stdout holds JSON, one value a line, and nothing else', () => {
  const { out, printed } = outputs(true);
  out.note('reading');
  out.row({ a: 'two\nlines', b: null }, 'first');
  out.result([1, '€'], 'all');
  assert.is(printed.stdout, '{"a":"two\\nlines","b":null}\n[1,"€"]\n');
  assert.is(printed.stderr, 'reading\n');
});

test('without it stdout holds the text for people', () => {
  const { out, printed } = outputs(false);
  out.note('reading');
  out.row({ a: 1 }, 'first');
  out.result({ a: 1 }, 'all');
  assert.is(printed.stdout, 'first\nall\n');
  assert.is(printed.stderr, 'reading\n');
});

const tables: readonly (readonly [string, readonly string[], readonly (readonly string[])[], string])[] = [
  ['no rows: the header alone', ['name', 'rows'], [], 'name  rows'],
  [
    'columns as wide as their widest cell, no space at the end of a line',
    ['name', 'rows', 'reason'],
    [
      ['a', '10000', ''],
      ['much longer', '1', 'too few'],
    ],
    'name         rows   reason\na            10000\nmuch longer  1      too few',
  ],
  ['a row with a cell missing', ['a', 'b'], [['1']], 'a  b\n1'],
];

for (const [name, header, rows, expected] of tables) {
  test(`table: ${name}`, () => {
    assert.is(table(header, rows), expected);
  });
}

test.run();
