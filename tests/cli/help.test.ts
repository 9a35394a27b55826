import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandExamples } from '../../cli/command-examples.ts';
import { commandGroups } from '../../cli/command-names.ts';
import { loadProgram } from '../../cli/main.ts';
import { attestry } from './harness.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Words of a command line as a shell splits them. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Replaces every action, so that a line is only parsed. */
function onlyParse(program: Command, ran: () => void): void {
  for (const one of program.commands) {
    one.action(ran);
    onlyParse(one, ran);
  }
}

for (const [name, lines] of Object.entries(commandExamples)) {
  test(`C-01 the program accepts both examples of ${name}`, async () => {
    for (const line of lines) {
      const program = await loadProgram([name]);
      let runs = 0;
      onlyParse(program, () => {
        runs += 1;
      });
      await program.parseAsync(['node', 'attestry', ...wordsOf(line)]);
      assert.is(runs, 1, line);
      assert.is(line.split(' ')[0], name);
    }
  });
}

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

test('C-01 the help of a command has its examples, that of a command below it those that fit', async () => {
  assert.match(
    (await attestry('keys', '--help')).stdout,
    /Examples:\n {2}attestry keys create .*\n {2}attestry keys rotate /,
  );
  const { stdout } = await attestry('keys', 'rotate', '--help');
  assert.match(stdout, /Examples:\n {2}attestry keys rotate/);
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
  const rest = [...loaded].filter((file) => !/^cli\/(?:main|command-\w+|program\/[\w-]+)\.ts$/.test(file));
  assert.equal(rest, ['infra/package-root.ts']);
});

test.run();
