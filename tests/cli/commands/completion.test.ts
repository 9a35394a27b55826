import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attestry } from '../harness.ts';

const { stdout: script } = await attestry('completion', 'bash');

/** What bash offers for the last word. */
function offered(words: readonly string[], script_ = script): readonly string[] {
  const list = ['attestry', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `${script_}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _attestry; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', ask], { encoding: 'utf8' });
  assert.equal([status, stderr], [0, '']);
  return stdout.trim().split('\n');
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

for (const [words, some, not] of cases) {
  test(`C-01 completion in bash: attestry ${words.join(' ')}`, () => {
    const words_ = offered(words);
    for (const word of some) assert.ok(words_.includes(word), `${word} in ${words_.join(' ')}`);
    assert.not.ok(words_.includes(not));
  });
}

test('C-01 completion: ids of keys are those of the running program', () => {
  const stub = `attestry() { printf 'key  name\\n4f2a9c81  ops\\n77aa0011  ci\\n'; }\n${script}`;
  assert.equal(offered(['keys', 'rotate', '4'], stub), ['4f2a9c81']);
  assert.equal(offered(['keys', 'revoke', ''], stub), ['4f2a9c81', '77aa0011']);
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
