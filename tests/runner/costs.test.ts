import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mostSeconds, readCosts, secondsOf, withoutLine } from './costs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('a file without a line that takes too much is named, in seconds of the accepted machine', () => {
  const accepted = { a: 1, b: { seconds: 4, reason: 'two engines' } };
  const half = new Map([
    ['a', 2],
    ['b', 8],
    ['new and cheap', 5.9],
    ['new', 6.1],
  ]);
  assert.equal(withoutLine(accepted, half), ['new']);
  assert.equal(withoutLine({}, new Map([['new', mostSeconds + 0.1]])), ['new'], 'no line yet: no other machine');
});

test('a file is not named because the others have become cheaper', () => {
  const measured = new Map([
    ['a', 0.5],
    ['new', 2.6],
  ]);
  assert.equal(withoutLine({ a: 1 }, measured), []);
});

test('every line names a file, and a reason if the file takes much', () => {
  const costs = Object.entries(readCosts(root));
  assert.equal(
    costs.filter(([file]) => !existsSync(join(root, file))).map(([file]) => file),
    [],
  );
  const unexplained = costs.filter(
    ([, cost]) => secondsOf(cost) > mostSeconds && (typeof cost === 'number' || cost.reason === ''),
  );
  assert.equal(
    unexplained.map(([file]) => file),
    [],
  );
});

test.run();
