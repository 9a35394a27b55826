/** Every row of the threat model names a test, and every test that it names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textOf } from './tree.ts';

const page = textOf('docs/threat-model.md');
const named = /\[([^\]]+)\]\(\.\.\/(tests\/[^)]+)\)/g;

test('every row of the threat model names a test', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.includes('| Proof |'));
  assert.ok(rows.length > 15, `${rows.length} rows`);
  assert.equal(
    rows.filter((row) => [...row.matchAll(named)].length === 0),
    [],
  );
});

test('no place and no gap stands twice', () => {
  const lines = page.split('\n').filter((line) => !line.includes('| Proof |'));
  const names = lines.flatMap((line) => /^\| [^|]+ \||^- \*\*.+?\*\*/.exec(line)?.[0] ?? []);
  assert.equal(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test('every test that the threat model names is in the file that it names', () => {
  const missing = [...page.matchAll(named)].filter(([, title = '', file = '']) => {
    if (!existsSync(file)) return true;
    const source = readFileSync(file, 'utf8');
    return !["'", '"', '`'].some((quote) => source.includes(`test(${quote}${title}${quote},`));
  });
  assert.equal(
    missing.map(([, title, file]) => `${file ?? ''}: ${title ?? ''}`),
    [],
  );
});

test('the pages of operators lead to it', () => {
  assert.match(textOf('docs/README.md'), '(threat-model.md)');
  assert.match(textOf('docs/for-operators.md'), '(threat-model.md)');
});

test.run();
