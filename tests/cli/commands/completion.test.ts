import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attestry } from '../harness.ts';

const { stdout: script } = await attestry('completion', 'bash');

/** A command line whose last word was begun, and the program that it completes; without one, as it runs here. */
interface Line {
  readonly words: readonly string[];
  readonly stub?: string;
}

/** What bash offers for the last word of each line. */
function offered(lines: readonly Line[]): readonly (readonly string[])[] {
  const asks = lines.map(({ words, stub = '' }) => {
    const list = ['attestry', ...words].map((word) => `'${word}'`).join(' ');
    return `( ${stub}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _attestry; printf '%s\\n' "\${COMPREPLY[@]}" )\necho .`;
  });
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', [script, ...asks].join('\n')], {
    encoding: 'utf8',
  });
  assert.equal([status, stderr], [0, '']);
  return stdout.split('\n.\n').map((answer) => answer.trim().split('\n'));
}

/** Words before the cursor, the last one begun; some of what is offered, and what is not. */
const cases: readonly (readonly [readonly string[], readonly string[], string])[] = [
  [['to'], ['topics'], 'tables'],
  [[''], ['up', 'keys', 'dead-letters', 'completion'], '--json'],
  [['keys', 'r'], ['rotate', 'revoke'], 'create'],
  [['feeds', 'run', 'esma-'], ['esma-emtwp', 'esma-casps'], 'uk-sl'],
  [['topics', 'tail', 'registry.'], ['registry.parties', 'registry.assets'], 'changes'],
  [['topics', 'tail', 'changes', '--f'], ['--from', '--follow'], '--max'],
  [['completion', ''], ['bash', 'zsh', 'fish'], 'up'],
  [['keys', '--json', 'rotate', '--'], ['--overlap', '--json', '--help'], '--name'],
];

const stub = "attestry() { printf 'key  name\\n4f2a9c81  ops\\n77aa0011  ci\\n'; }";
const keys = [
  ['keys', 'rotate', '4'],
  ['keys', 'revoke', ''],
].map((words) => ({ words, stub }));
const answers = offered([...cases.map(([words]) => ({ words })), ...keys]);

for (const [at, [words, some, not]] of cases.entries()) {
  test(`C-01 completion in bash: attestry ${words.join(' ')}`, () => {
    const answer = answers[at] ?? [];
    for (const word of some) assert.ok(answer.includes(word), `${word} in ${answer.join(' ')}`);
    assert.not.ok(answer.includes(not));
  });
}

test('C-01 completion: ids of keys are those of the running program', () => {
  assert.equal(answers.slice(cases.length, cases.length + keys.length), [['4f2a9c81'], ['4f2a9c81', '77aa0011']]);
});

test('C-01 completion: zsh reads the script of bash, fish has every command and option', async () => {
  assert.match((await attestry('completion', 'zsh')).stdout, /^#compdef attestry\n.*bashcompinit\n_attestry_words/);
  const { stdout } = await attestry('completion', 'fish');
  for (const line of [
    '__attestry_at "keys rotate"\' -l overlap',
    'attestry keys list 2>/dev/null',
    'registry.assets',
  ]) {
    assert.ok(stdout.includes(line), line);
  }
  assert.is((await attestry('completion', 'tcsh')).code, 2);
});

test.run();
