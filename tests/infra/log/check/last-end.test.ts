import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { extentToCheck, recordCleanEnd, recordOwner } from '../../../../infra/log/check/last-end.ts';

const minute = 60_000;
const now = 1_000 * minute;
let directory = '';

test.before.each(() => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-last-end-'));
  mkdirSync(join(directory, 'log', 'data'), { recursive: true });
  writeFileSync(join(directory, 'log', 'data', 'data.mdb'), '');
});
test.after.each(() => rmSync(directory, { recursive: true, force: true }));

test('nothing is read of a new log, and after a clean end', () => {
  assert.is(extentToCheck(join(directory, 'other'), now), null);
  recordOwner(directory, null, now);
  recordCleanEnd(directory);
  assert.is(extentToCheck(directory, now), null);
});

test('the newest records are read after an unclean end, and of a log whose last end is not known', () => {
  assert.is(extentToCheck(directory, now), 'newest');
  recordOwner(directory, null, now);
  assert.is(extentToCheck(directory, now), 'newest');
  truncateSync(join(directory, 'log', 'last-end.json'), 5);
  assert.is(extentToCheck(directory, now), 'newest');
});

test('everything is read after a second unclean end within 10 minutes, and then not again at once', () => {
  recordOwner(directory, 'newest', now);
  assert.is(extentToCheck(directory, now + 11 * minute), 'newest');
  assert.is(extentToCheck(directory, now + 9 * minute), 'all');
  recordOwner(directory, 'all', now + 9 * minute);
  assert.is(extentToCheck(directory, now + 10 * minute), 'newest');
});

test.run();
