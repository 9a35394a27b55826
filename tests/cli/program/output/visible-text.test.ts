import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatLogLine } from '../../../../cli/program/output/log-line.ts';
import { createOutput } from '../../../../cli/program/output/output.ts';
import { table } from '../../../../cli/program/output/table.ts';
import { startProgress } from '../../../../cli/program/output/progress.ts';
import { visibleLines, visibleOutput, visibleText } from '../../../../cli/program/output/visible-text.ts';

/** Every control that moves the cursor, hides text or turns its direction. */
const controls = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index),
  ...[0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
].map((code) => String.fromCharCode(code));
const raw = new RegExp(
  `[${controls
    .slice(1)
    .join('')
    .replaceAll(/[\\\]^-]/g, '\\$&')}\0]`,
);

test('every control is shown escaped, and nothing else is changed', () => {
  for (const control of controls) {
    const code = control.charCodeAt(0).toString(16).padStart(4, '0');
    assert.is(visibleText(`a${control}b`), `a\\u${code}b`);
  }
  for (const text of ['', 'Müller & Söhne', '日本 עברית العربية', 'a\u00a0b', '\\u001b', '🦊']) {
    assert.is(visibleText(text), text);
    assert.is(visibleOutput(text), text);
  }
  assert.is(visibleLines(['a\nb', 'c']), 'a\\u000ab\nc');
  assert.is(visibleOutput('a\n\tb\r\u001b[2Kc'), 'a\n\tb\\u000d\\u001b[2Kc');
});

test('no output of a command passes a control on; JSON keeps its value', () => {
  const hostile = controls.join('');
  let written = '';
  const stream = { write: (text: string) => (written += text) };
  for (const json of [false, true]) {
    const out = createOutput(json, { stdout: stream, stderr: stream });
    out.result({ hostile }, visibleText(hostile));
    out.row({ hostile }, visibleText(hostile));
    out.note(visibleText(hostile));
  }
  assert.not.match(written.replaceAll('\n', ''), raw);
  const values = written.split('\n').filter((line) => line.startsWith('{'));
  for (const line of values) assert.equal(JSON.parse(line), { hostile });
  assert.is(values.length, 2);
});

test('tables, log lines on a terminal and progress show text of others escaped', () => {
  assert.is(table(['name'], [['a\u001b[2J\nb']]), 'name\na\\u001b[2J\\u000ab');
  assert.is(formatLogLine(JSON.stringify({ level: 40, msg: 'a\u202eb\nc' })), '  warn  a\\u202eb\\u000ac\n');
  let written = '';
  let now = 0;
  const stream = { write: (text: string) => (written += text) };
  const progress = startProgress({ stream, clock: () => (now += 10_000), work: 'storing \u001b[1A.csv', unit: 'MB' });
  progress.at(1);
  assert.match(written, /^storing \\u001b\[1A\.csv: 1 MB/);
});

test.run();
