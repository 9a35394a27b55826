import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startProgress, startSteps } from '../../../../cli/program/output/progress.ts';

function run(isTTY: boolean, steps: readonly (readonly [ms: number, count: number, total?: number])[]) {
  let now = 0;
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const progress = startProgress({ stream, clock: () => now, work: 'reading gleif-lei', unit: 'records' });
  for (const [ms, count, total] of steps) {
    now = ms;
    progress.at(count, total);
  }
  progress.end();
  return written;
}

for (const isTTY of [true, false]) {
  test(`work that takes less than a second shows nothing, terminal or not (${isTTY})`, () =>
    assert.equal(
      run(isTTY, [
        [10, 1],
        [999, 5_000],
      ]),
      [],
    ));
}

test('on a terminal one line is overwritten, and completed at the end', () =>
  assert.equal(
    run(true, [
      [1_000, 20_000],
      [1_100, 22_000],
      [2_000, 9_000, 90_000],
    ]),
    [
      '\rreading gleif-lei: 20,000 records, 20,000 records/s',
      '\rreading gleif-lei: 9,000 of 90,000 records, 4,500 records/s',
      '\n',
    ],
  ));

test('a shorter line erases a longer one', () => {
  const [first = '', second = ''] = run(true, [
    [1_000, 1_000_000],
    [2_000, 5],
  ]);
  assert.is(second.length, first.length);
});

test('elsewhere plain lines, one every five seconds', () =>
  assert.equal(
    run(false, [
      [1_000, 10],
      [3_000, 20],
      [5_900, 30],
      [6_100, 61],
    ]),
    ['reading gleif-lei: 10 records, 10 records/s\n', 'reading gleif-lei: 61 records, 10 records/s\n'],
  ));

test('steps are shown on one line of a terminal, which is empty at the end; elsewhere not at all', () => {
  const written: string[] = [];
  const write = (text: string): number => written.push(text);
  assert.is(startSteps({ isTTY: false, write }, 'demo'), null);
  const steps = startSteps({ isTTY: true, write }, 'demo');
  steps?.at(0, 2, 'observations');
  steps?.at(1, 2, 'tables');
  steps?.end();
  assert.equal(written, ['\rdemo 0 of 2: observations', '\rdemo 1 of 2: tables      ', `\r${' '.repeat(19)}`, '\r']);
});

test.run();
