import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createOutput } from '../../../../cli/program/output/output.ts';
import { table } from '../../../../cli/program/output/table.ts';

const header = ['id', 'name', 'text'];
const rows = [['0123456789abcdef', 'Circle', 'a sentence that is far longer than the terminal has room for']];

/** Width, and the longest line. */
const widths: readonly (readonly [number, number])[] = [
  [Number.POSITIVE_INFINITY, 86],
  [86, 86],
  [60, 60],
  [40, 40],
  // The first column and eight characters of each other one remain.
  [10, 34],
];

for (const [width, longest] of widths) {
  test(`C-01 a table for ${width} columns has lines of at most ${longest}, and whole ids`, () => {
    const lines = table(header, rows, width).split('\n');
    assert.is(Math.max(...lines.map((line) => line.length)), longest);
    assert.ok(lines[1]?.startsWith('0123456789abcdef  Circle'));
    assert.is(lines[1]?.endsWith('…'), longest < 86);
  });
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly hasColors?: () => boolean;
}

function printed(terminal: Terminal, json = false, wide = false): { readonly text: string; readonly width: number } {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  const out = createOutput(json, { stdout: { write, ...terminal }, stderr: { write } }, wide);
  out.row({ direction: 'weakens' }, '  frozen\u001b[2J', { text: 'weakens', colour: 'red' });
  return { text: written.join(''), width: out.width };
}

const plain = 'weakens  frozen\\u001b[2J\n';

/** What stdout is, and what a row with a colour prints. */
const outputs: readonly (readonly [string, Terminal, string])[] = [
  ['a pipe', {}, plain],
  ['a terminal', { isTTY: true, columns: 80, hasColors: () => true }, `\u001b[31mweakens\u001b[39m${plain.slice(7)}`],
  ['a terminal with NO_COLOR', { isTTY: true, columns: 80, hasColors: () => false }, plain],
  ['a file of a stream that knows colours', { hasColors: () => true }, plain],
];

for (const [name, terminal, text] of outputs) {
  test(`C-01 colour: ${name}`, () => {
    assert.is(printed(terminal).text, text);
    assert.is(printed(terminal, true).text, '{"direction":"weakens"}\n');
  });
}

test('C-01 width: that of the terminal, without limit in a pipe and with --wide', () => {
  const terminal = { isTTY: true, columns: 80 };
  assert.is(printed(terminal).width, 80);
  assert.is(printed(terminal, false, true).width, Number.POSITIVE_INFINITY);
  assert.is(printed({ columns: 80 }).width, Number.POSITIVE_INFINITY);
});

test.run();
