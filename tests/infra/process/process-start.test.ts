import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { processStart, startInStat } from '../../../infra/process/process-start.ts';

const stat = (name: string, state: string, threads: number): string =>
  `27096 (${name}) ${state} 27055 27042 25847 0 -1 4227084 1990 0 3 0 2 1 0 0 20 0 ${threads} 0 2429890 0 0 18446744073709551615`;

for (const [what, text, start] of [
  ['a sleeping process', stat('node', 'S', 11), '2429890'],
  ['a name with spaces and parentheses', stat('a) Z (b', 'S', 1), '2429890'],
  ['a process that has ended', stat('node', 'Z', 1), null],
  [
    'a process whose first thread has ended, with files that its other threads keep open',
    stat('node', 'Z', 2),
    '2429890',
  ],
  ['a process that the kernel is removing', stat('node', 'X', 0), null],
  ['nothing', '', null],
] as const) {
  test(`start of ${what}`, () => assert.is(startInStat(text), start));
}

test('a running process keeps its start; an id that no process can have has none', () => {
  const start = processStart(process.pid);
  assert.ok(start !== null && processStart(process.pid) === start);
  assert.is(processStart(2 ** 22 + 1), null);
});

test.run();
