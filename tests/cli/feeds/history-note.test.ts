import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { historyNote } from '../../../cli/feeds/history-note.ts';

const now = Date.UTC(2026, 10, 28, 9);
const midnight = Date.UTC(2026, 10, 28);
const run = (asOf: number, added = 2, changed = 1, removed = 1) => ({ asOf, added, changed, removed });

test('rows of a file of an earlier day are counted', () => {
  assert.is(
    historyNote(run(midnight - 1), now),
    '4 rows differ in a file of 2026-11-27: changes that follow are dated that day, not today',
  );
  assert.is(
    historyNote(run(Date.UTC(2024, 8, 27), 0, 1, 0), now),
    '1 row differs in a file of 2024-09-27: changes that follow are dated that day, not today',
  );
});

test('a file of today, and one that changes nothing, has no note', () => {
  assert.is(historyNote(run(midnight), now), null);
  assert.is(historyNote(run(now), now), null);
  assert.is(historyNote(run(0, 0, 0, 0), now), null);
});

test.run();
