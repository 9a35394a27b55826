/** The entry pages, one per kind of reader, are short and complete, and the commands in every page exist. */
import type { Command } from 'commander';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadProgram } from '../../cli/main.ts';
import { providerSettings } from '../../infra/config/chain-settings.ts';
import { catalogue } from '../../pipeline/changes/catalogue.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { explanationKinds } from '../../schemas/explanation-kinds.ts';
import { termsOf } from '../../schemas/vocabulary.ts';
import { blocksOf } from './blocks.ts';
import { markdownFiles, textOf } from './tree.ts';

const readers = ['api-consumers', 'data-teams', 'analysts', 'operators', 'engineers'];

test('each kind of reader has an entry page of five points on at most 60 lines', () => {
  for (const reader of readers) {
    const text = textOf(`docs/for-${reader}.md`);
    assert.ok(text.trimEnd().split('\n').length <= 60, reader);
    const points = [...text.matchAll(/^## (\d)\. /gm)].map((match) => match[1]);
    assert.equal(points, ['1', '2', '3', '4', '5'], reader);
    assert.ok(
      blocksOf(text).some(({ language }) => language === 'sh'),
      `${reader} has a command`,
    );
  }
});

test('README.md and docs/README.md lead to every entry page', () => {
  for (const reader of readers) {
    assert.match(textOf('README.md'), `(docs/for-${reader}.md)`);
    assert.match(textOf('docs/README.md'), `(for-${reader}.md)`);
  }
});

test('README.md lists the categories of changes that some family produces', () => {
  const all = termsOf('category');
  const produced = new Set(
    catalogue()
      .filter(({ producers }) => producers.length > 0)
      .map(({ kind }) => explanationKinds[kind].category),
  );
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
  const [, count = '', list = ''] = /and all (\w+) change categories: ([^.]*)\./.exec(textOf('README.md')) ?? [];
  assert.is(count, words[all.length]);
  assert.is(produced.size, all.length);
  assert.equal(
    [...list.matchAll(/`(\w+)`/g)].map((match) => match[1]),
    all.filter((category) => produced.has(category)),
  );
});

test('README.md counts the feeds, and the chains that are observed', () => {
  const [, count = ''] = /This version has (\w+) feeds/.exec(textOf('README.md')) ?? [];
  assert.is(numbers[count], feeds.size);
  const [, chains = ''] = /observers of (\w+) chains/.exec(textOf('README.md')) ?? [];
  assert.is(numbers[chains], Object.keys(providerSettings).length);
});

/** Numbers that the README writes in words. */
const numbers: Readonly<Record<string, number>> = {
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
};

test('every command of a shell block of a page is one of the program, with its options', async () => {
  const program = await loadProgram();
  const lines = markdownFiles().flatMap((page) =>
    blocksOf(textOf(page))
      .filter(({ language }) => language === 'sh')
      .flatMap(({ body }) => [...body.matchAll(/npx attestry ([^|;&)>#\n]*)/g)])
      .map((match) => ({ page, line: (match[1] ?? '').trim() })),
  );
  assert.ok(lines.length > 30, `${lines.length} commands`);
  assert.equal(
    lines.filter(({ line }) => !exists(program, line.split(/\s+/))).map(({ page, line }) => `${page}: ${line}`),
    [],
  );
});

/** Whether the words name a command that does something, and only options that it has. */
function exists(program: Command, words: readonly string[]): boolean {
  const [first = '', ...rest] = words;
  const next = program.commands.find((one) => one.name() === first);
  if (next !== undefined) return exists(next, rest);
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
  const known = new Set(['--json', '--wide', '--help', ...program.options.map(({ long }) => long)]);
  // Commander has no public way to ask whether a group does something without a command of it, as `documents` lists them.
  const isGroup = program.commands.length > 0;
  const lists =
    words.every((word) => word === '' || word.startsWith('--')) && Reflect.get(program, '_actionHandler') !== null;
  return (!isGroup || lists) && options.every((option) => known.has(option));
}

test.run();
