import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandExamples } from '../../cli/command-examples.ts';
import { commandGroups } from '../../cli/command-names.ts';
import { loadProgram } from '../../cli/main.ts';
import { wordsOf } from '../docs/help-examples.ts';
import { attestry } from './harness.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Replaces every action, so that a line is only parsed. */
function onlyParse(program: Command, ran: () => void): void {
  for (const one of program.commands) {
    one.action(ran);
    onlyParse(one, ran);
  }
}

for (const [path, lines] of Object.entries(commandExamples)) {
  test(`C-01 the program accepts both examples of ${path}`, async () => {
    const [name = ''] = path.split(' ');
    for (const line of lines) {
      const program = await loadProgram([name]);
      let runs = 0;
      onlyParse(program, () => {
        runs += 1;
      });
      await program.parseAsync(['node', 'attestry', ...wordsOf(line)]);
      assert.is(runs, 1, line);
      assert.ok(line === path || line.startsWith(`${path} `), line);
    }
    assert.is(new Set(lines).size, 2);
  });
}

test('C-01 every command that does something has two examples, and no other', async () => {
  // Commander has no public way to ask whether a group does something without a command of it, as `documents` lists them.
  const acting = (one: Command, path: string): readonly string[] => [
    ...(Reflect.get(one, '_actionHandler') === null ? [] : [path]),
    ...one.commands.flatMap((below) => acting(below, `${path} ${below.name()}`)),
  ];
  const { commands } = await loadProgram();
  assert.equal(Object.keys(commandExamples).sort(), commands.flatMap((one) => acting(one, one.name())).sort());
});

test('C-01 --help lists every command in its group, with its sentence', async () => {
  const { stdout } = await attestry('--help');
  for (const [group, sentences] of Object.entries(commandGroups)) {
    const block = stdout.split(`\n${group}:\n`)[1]?.split('\n\n')[0] ?? '';
    const listed = [...block.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name);
    assert.equal(listed, Object.keys(sentences), group);
    for (const sentence of Object.values(sentences)) {
      assert.ok(stdout.replaceAll(/\s+/g, ' ').includes(sentence), sentence);
    }
  }
});

test('C-01 the help of a command has its examples, that of a group the first of each command', async () => {
  assert.match(
    (await attestry('keys', '--help')).stdout,
    /Examples:\n {2}attestry keys create .*\n {2}attestry keys list\n {2}attestry keys rotate [^ ]*\n/,
  );
  const { stdout } = await attestry('keys', 'rotate', '--help');
  assert.match(stdout, /Examples:\n {2}attestry keys rotate [^ ]*\n {2}attestry keys rotate .* --overlap 48h\n/);
  assert.not.match(stdout, /attestry keys create/);
});

test('C-01 every argument and option of every command has its sentence', async () => {
  const without = (one: Command, path: string): readonly string[] => [
    ...one.registeredArguments.filter(({ description }) => description === '').map((own) => `${path} <${own.name()}>`),
    ...one.options.filter(({ description }) => description === '').map(({ flags }) => `${path} ${flags}`),
    ...one.commands.flatMap((below) => without(below, `${path} ${below.name()}`)),
  ];
  assert.equal(without(await loadProgram(), 'attestry'), []);
});

test('C-01 help, version and a wrong name load no command and no engine', () => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const imports = readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export) (?!type)[^;]*?from '(\.[^']+)'/gm,
    );
    for (const [, target = ''] of imports) load(relative(root, resolve(root, dirname(file), target)));
  };
  load('cli/main.ts');
  assert.ok(loaded.has('cli/command-names.ts'), 'imports are followed');
  const rest = [...loaded].filter((file) => !/^cli\/(?:main|command-\w+|program\/(?:\w+\/)?[\w-]+)\.ts$/.test(file));
  assert.equal(rest, ['infra/disk/package-root.ts']);
});

test('cli/commands/README.md lists the files of the commands in the order of --help', () => {
  const loaders = [
    ...readFileSync(join(root, 'cli/main.ts'), 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: .*'\.\/commands\/([\w-]+\.ts)'/gm),
  ];
  const fileOf = new Map(loaders.map(([, name = '', file = '']) => [name, file]));
  const page = readFileSync(join(root, 'cli/commands/README.md'), 'utf8');
  for (const [group, sentences] of Object.entries(commandGroups)) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${group}\` |`)) ?? '';
    const files = new Set(Object.keys(sentences).map((name) => fileOf.get(name) ?? name));
    assert.equal(
      [...row.matchAll(/`([\w-]+\.ts)`/g)].map(([, file]) => file),
      [...files],
      group,
    );
  }
});

test.run();
