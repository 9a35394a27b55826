/** Every command block of a page that readers follow is marked, and names only commands, options and files that exist. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadProgram } from '../../cli/main.ts';
import { commandBlocks, followedPages, marks } from './marked-commands.ts';
import { simpleCommands } from './simple-commands.ts';
import { pathOf, textOf } from './tree.ts';

const { scripts, devDependencies } = JSON.parse(textOf('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** Commands of the shell, and programs that the pages state as required. */
const known: ReadonlySet<string> = new Set(['curl', 'export', 'kill', 'node', 'sed', 'true', 'wait', '.']);
/** Packages of the commands that `npx` runs. */
const packageOf: Readonly<Record<string, string>> = { anvil: '@foundry-rs/anvil', tsx: 'tsx' };

test('README, operations.md and the pages to follow are found, with their command blocks', () => {
  assert.equal(
    followedPages().filter((page) => !page.startsWith('docs/for-') && !page.startsWith('docs/try-')),
    ['README.md', 'docs/operations.md'],
  );
  assert.ok(followedPages().length >= 9);
  for (const page of followedPages()) assert.ok(commandBlocks(page).length > 0, page);
});

test('every command block has a mark that states where it runs', () => {
  const unmarked = followedPages().flatMap((page) =>
    commandBlocks(page)
      .filter(({ mark, language }) => language !== 'sh' || !marks.some((one) => one === mark))
      .map(({ heading, mark }) => `${page}, "${heading}": ${mark ?? 'no mark'}`),
  );
  assert.equal(unmarked, []);
});

test('every command of a block exists, with its options, scripts and files', async () => {
  const problems: string[] = [];
  let found = 0;
  for (const page of followedPages()) {
    for (const { body } of commandBlocks(page)) {
      for (const words of simpleCommands(body)) {
        found += 1;
        const problem = await problemOf(words);
        if (problem !== null) problems.push(`${page}: ${words.join(' ')}: ${problem}`);
      }
    }
  }
  assert.equal(problems, []);
  assert.ok(found > 60, `${found} commands`);
});

test('a command, an option, a script and a file that do not exist are found', async () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['npx attestry nowhere', /unknown command/],
    ['npx attestry status --nowhere', /unknown option/],
    ['node dist/program/attestry.cjs run nowhere', /unknown command|too many arguments/],
    ['npx attestry backup', /missing required argument/],
    ['npm run nowhere', /no such script/],
    ['npx nowhere', /no such package/],
    ['npx tsx tools/nowhere.ts', /no such file/],
    ['nowhere --help', /no such program/],
    ['KEY=$(npx attestry keys nowhere) && true', /unknown command/],
  ];
  for (const [line, message] of wrong) {
    const found = await Promise.all(simpleCommands(line).map(problemOf));
    assert.match(found.filter((one) => one !== null).join('; '), message, line);
  }
});

/** What is wrong with a command; null when it exists. */
async function problemOf([name = '', ...rest]: readonly string[]): Promise<string | null> {
  const [first = '', ...others] = rest;
  if (name === 'npm') {
    const script = rest.find((word) => !word.startsWith('-') && word !== 'run') ?? '';
    return script === 'ci' || script in scripts ? null : 'no such script';
  }
  if (name === 'npx' && first === 'attestry') return parseProblem(others);
  if (name === 'node' && first === 'dist/program/attestry.cjs') return parseProblem(others);
  if (name === 'npx') {
    if (!((packageOf[first] ?? '') in devDependencies)) return 'no such package';
    return first !== 'tsx' || existsSync(pathOf(others[0] ?? '')) ? null : 'no such file';
  }
  return known.has(name) ? null : 'no such program';
}

async function parseProblem(words: readonly string[]): Promise<string | null> {
  const program = await loadProgram(words.filter((word) => !word.startsWith('-')));
  const silence = (one: Command): void => {
    one.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    // Only parsed: no action runs. A group without one keeps its message about a missing command.
    if (Reflect.get(one, '_actionHandler') !== null) one.action(() => undefined);
    one.commands.forEach(silence);
  };
  silence(program);
  try {
    await program.parseAsync(['node', 'attestry', ...words]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.run();
