import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { simpleCommands } from './simple-commands.ts';

const cases: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  [
    'npm ci && npm start',
    [
      ['npm', 'ci'],
      ['npm', 'start'],
    ],
  ],
  ['A=1 B="two words" attestry run sink &', [['attestry', 'run', 'sink']]],
  ['KEY=value', []],
  ["KEY=$(node -p 'f(1)')", [['node', '-p', 'f(1)']]],
  ['curl -s "$API/a?b=1&c=2" > file.txt', [['curl', '-s', '$API/a?b=1&c=2']]],
  ['(curl -N x || true) | node -p 1', [['curl', '-N', 'x'], ['true'], ['node', '-p', '1']]],
  ['a \\\n  -d \'{"b":1}\' c', [['a', '-d', '{"b":1}', 'c']]],
  [
    'a --b   # a comment; not a command\n. ./env',
    [
      ['a', '--b'],
      ['.', './env'],
    ],
  ],
  ['a 2>/dev/null b', [['a', 'b']]],
  ['K=$(a "$(b)" | c)', [['a', '$(b)'], ['c'], ['b']]],
  [
    'a "$(b "c d")" e',
    [
      ['a', '$(b "c d")', 'e'],
      ['b', 'c d'],
    ],
  ],
];

for (const [script, expected] of cases) {
  test(script, () => assert.equal(simpleCommands(script), expected));
}

test.run();
