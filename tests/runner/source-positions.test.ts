import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileSources } from '../support/compiled-sources.ts';
import { withSourcePositions } from './source-positions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'attestry-positions-'));
const compiled = process.env['TEST_COMPILED'] ?? join(directory, 'compiled');

test.before(async () => {
  if (process.env['TEST_COMPILED'] === undefined) await compileSources(root, compiled);
});
test.after(() => rmSync(directory, { recursive: true }));

/** Line and column of a text that a file has once, from 1. */
function placeOf(path: string, text: string): string {
  const before = readFileSync(path, 'utf8').split(text)[0] ?? '';
  const lines = before.split('\n');
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

const source = 'tests/runner/source-positions.ts';
const url = pathToFileURL(join(compiled, source.replace(/\.ts$/, '.js'))).href;

test('a position in a compiled module is shown as the one in its source', () => {
  const at = placeOf(fileURLToPath(url), 'new SourceMap(');
  const shown = withSourcePositions(`Error: no\n    at read (${url}:${at})\n    at ${url}:${at}\n`, compiled, root);
  const place = `${source}:${placeOf(join(root, source), 'new SourceMap(')}`;
  assert.is(shown, `Error: no\n    at read (${place})\n    at ${place}\n`);
});

for (const [what, text] of [
  ['in a module of the runtime', 'at node:internal/process/task_queues:95:5'],
  ['in a file elsewhere', 'at file:///elsewhere/module.js:3:4'],
  ['in a module without a source', `at ${pathToFileURL(compiled).href}/none.js:3:4`],
  ['before the first line of a source', `at ${url}:0:0`],
] as const) {
  test(`a position ${what} stays`, () => {
    assert.is(withSourcePositions(text, compiled, root), text);
  });
}

test.run();
