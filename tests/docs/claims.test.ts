/** Numbers and lists that pages state are those of the program. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pageRefusals } from '../../api/errors.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { observedChains } from '../../pipeline/publishers/chain/rounds/providers/chain-table.ts';
import { termsOf } from '../../schemas/vocabulary.ts';
import { markdownFiles, pathOf, tableRows, textOf } from './tree.ts';

const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
words.push(...'thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' '));
const inWords = (count: number): string => words[count] ?? String(count);

const counts: readonly (readonly [page: string, count: number, noun: string])[] = [
  ['README.md', feeds.size, 'feeds'],
  ['CHANGELOG.md', feeds.size, 'feeds'],
  ['README.md', observedChains.size, 'chains'],
  ['README.md', termsOf('category').length, 'change categories'],
  ['CHANGELOG.md', termsOf('category').length, 'change categories'],
];
for (const [page, count, noun] of counts) {
  test(`${page}: ${inWords(count)} ${noun}`, () => {
    assert.ok(textOf(page).includes(`${inWords(count)} ${noun}`));
  });
}

test('README.md names every change category', () => {
  for (const category of termsOf('category')) assert.ok(textOf('README.md').includes(`\`${category}\``), category);
});

test('the pages that count the checks of `npm run check` count them right', () => {
  const checks =
    [...(/^const checks = \[(.*)\];$/m.exec(textOf('tools/check.mjs'))?.[1] ?? '').matchAll(/'/g)].length / 2;
  assert.is(checks, 5);
  for (const page of ['README.md', 'docs/for-engineers.md']) {
    const [, stated = '', list = ''] = /(\w+) checks: ([^.|]+)/.exec(textOf(page)) ?? [];
    assert.is(stated, inWords(checks), page);
    assert.is(list.split(',').length, checks, page);
  }
});

test('a page of a reader has as many parts as it announces', () => {
  for (const page of readdirSync(pathOf('docs')).filter((file) => file.startsWith('for-'))) {
    const text = textOf(`docs/${page}`);
    const [, stated = ''] = /the (\w+) things to know first/.exec(text) ?? [];
    assert.is(stated, inWords([...text.matchAll(/^## \d\. /gm)].length), page);
  }
});

const architecture = textOf('tests/architecture.test.ts');
const pureFolders = [...(/const pureFolders = \[([\s\S]*?)\]/.exec(architecture)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
  ([, name = '']) => name,
);

test('docs/architecture.md and pipeline/README.md list the pure folders', () => {
  assert.ok(pureFolders.length > 8);
  const [, listed = ''] = /`pipeline\/\{([\w,]+)\}` are pure/.exec(textOf('docs/architecture.md')) ?? [];
  assert.equal(listed.split(',').sort(), pureFolders.toSorted());
  const marked = tableRows(textOf('pipeline/README.md'))
    .filter(([, , pure]) => pure === 'yes')
    .map(([name = '']) => /(\w+)\//.exec(name)?.[1] ?? '');
  assert.equal(marked.sort(), pureFolders.toSorted());
});

test('docs/for-engineers.md and README.md list the folders of the program', () => {
  const [, list = ''] = /const topFolders = \[(.*)\]/.exec(architecture) ?? [];
  const folders = [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name).sort();
  assert.ok(folders.length > 4);
  const linked = (page: string): readonly string[] =>
    tableRows(textOf(page)).flatMap(([cell = '']) => /^\[(\w+)\/\]\(/.exec(cell)?.[1] ?? []);
  assert.equal(linked('docs/for-engineers.md').toSorted(), folders);
  for (const folder of folders) assert.ok(linked('README.md').includes(folder), folder);
});

test('decision 47 has the version of detect', () => {
  const text = textOf('docs/decisions/0047-what-an-upgrade-writes.md');
  assert.ok(text.includes(`The version of \`detect\` is ${detectProcessor.stateVersion}.`));
});

test('pipeline/changes/README.md names the folders that it imports', () => {
  const sources = readdirSync(pathOf('pipeline/changes'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const imported = sources.flatMap((file) =>
    [...textOf(`pipeline/changes/${file}`).matchAll(/from '(\.\.?\/[^']+)'/g)]
      .map(([, target = '']) => join('pipeline/changes', dirname(file), target).split('/'))
      .filter(([top, folder]) => top === 'pipeline' && folder !== 'changes')
      .map(([, folder = '']) => folder),
  );
  const [, stated = ''] = /pure folders `pipeline\/\{([\w,]+)\}`/.exec(textOf('pipeline/changes/README.md')) ?? [];
  assert.equal([...stated.split(','), 'runtime'].sort(), [...new Set(imported)].sort());
});

test('docs/api.md has every code that pages alone refuse with', () => {
  assert.equal(Object.keys(pageRefusals), [...termsOf('pageErrorCode')]);
  const stated = tableRows(textOf('docs/api.md')).filter(([code = '']) => code.slice(1, -1) in pageRefusals);
  assert.equal(
    stated,
    Object.entries(pageRefusals).map(([code, { status, meaning }]) => [`\`${code}\``, String(status), meaning]),
  );
});

/** Folders whose README describes groups of files instead of each file. */
const described: ReadonlySet<string> = new Set(['bench', 'tests', 'tests/process/fuzz', 'tests/simulation']);

test('a README that lists the files of its folder lists all of them', () => {
  const missing = markdownFiles()
    .filter((page) => page.endsWith('/README.md') && !page.startsWith('tests/fixtures/'))
    .map((page) => dirname(page))
    .filter((folder) => !described.has(folder))
    .flatMap((folder) => {
      const text = textOf(`${folder}/README.md`);
      return readdirSync(pathOf(folder))
        .filter((file) => /\.(?:c?ts|tsx|mjs)$/.test(file) && !text.includes(file))
        .map((file) => `${folder}/README.md does not name ${file}`);
    });
  assert.equal(missing, []);
});

test.run();
