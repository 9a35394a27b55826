import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pathOf, tableRows, textOf } from './tree.ts';
import { editsOf, problemsOf, runIn } from './tree-copy.ts';

const page = textOf('docs/add-a-feed.md');
const folder = /`(pipeline\/publishers\/[\w/-]+)`,/.exec(page)?.[1] ?? '';
const linesOf = (file: string): number => textOf(`${folder}/${file}`).trimEnd().split('\n').length;

test('docs/add-a-feed.md: the folder in the example has the stated size', () => {
  const files = readdirSync(pathOf(folder)).sort();
  const stated = tableRows(page)
    .filter(([name = '']) => /^`[\w-]+\.ts`$/.test(name))
    .map(([name = '', lines = '']) => [name.replaceAll('`', ''), Number(lines)]);
  assert.equal(
    stated.sort(),
    files.map((file) => [file, linesOf(file)]),
  );
  const total = files.reduce((sum, file) => sum + linesOf(file), 0);
  const counted = files.length === 1 ? 'one file' : `${files.length} files`;
  assert.ok(page.includes(`is ${counted}, ${total} lines`), `${counted}, ${total} lines`);
});

test('docs/add-a-feed.md: no register in the table is smaller than that', () => {
  const registers = 'pipeline/publishers/registers';
  const total = (id: string): number =>
    readdirSync(pathOf(`${registers}/${id}`))
      .map((file) => textOf(`${registers}/${id}/${file}`).trimEnd().split('\n').length)
      .reduce((sum, lines) => sum + lines, 0);
  const sizes = readdirSync(pathOf(registers), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('esma-'))
    .map(({ name }) => total(name));
  assert.is(Math.min(...sizes), total(folder.split('/').at(-1) ?? ''));
});

test('docs/add-a-feed.md: the files it names exist', () => {
  const paths = [...page.matchAll(/`((?:pipeline|schemas|tests)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
  assert.ok(paths.length > 8);
  for (const path of paths) assert.ok(readdirSync(pathOf(path.split('/').slice(0, -1).join('/'))).length > 0, path);
});

const scenario = `
import { feeds } from './pipeline/publishers/feeds.ts';
const feed = feeds.get('example-list');
const file = (text) => [{ name: 'list.txt', bytes: Buffer.from(text) }];
export const result = {
  entries: feed.parse(file('7\\tExample Trading Ltd\\n8\\tExample Bank')).rows.map(({ entryId }) => entryId),
  refused: feed.parse(file('')).ok,
};
`;

test('docs/add-a-feed.md: a list is one file and its lines in the table, and it compiles and parses', async () => {
  const edits = editsOf(page);
  assert.equal([...edits.keys()].sort(), [
    'pipeline/publishers/feeds.ts',
    'pipeline/publishers/sanctions/example-list/feed.ts',
  ]);
  assert.equal(problemsOf(edits, ['pipeline/publishers/feeds.ts']), []);
  assert.equal((await runIn(edits, scenario))['result'], { entries: ['7', '8'], refused: false });
});

test.run();
