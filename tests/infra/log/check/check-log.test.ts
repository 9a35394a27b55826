/** Damaged pages of a log are found by a process that they may end. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkExits, exitOf } from '../../../../infra/log/lmdb/check-exit.ts';
import { checkLog } from '../../../../infra/log/check/check-log.ts';
import type { Extent } from '../../../../infra/log/lmdb/extent.ts';
import { readLog } from '../../../../infra/log/lmdb/read-log.ts';
import { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { holdChildren } from '../../../support/held-children.ts';
import { createDamagedLogs, damagedData, damagePageWith, oldest } from './damaged-logs.ts';

const { original, write, findingOf, lastCopy, remove } = createDamagedLogs({ checkLog, openEmbeddedEngine });

test.before(write);
test.after(remove);

/** Reads it in this process, which damage would end. */
function read(extent: Extent, path = original): void {
  const folders = ['data', 'accounts'].map((name) => join(path, 'log', name));
  readLog({ folders, extent, onFile: () => undefined, onProgress: () => undefined });
}

test('a log without damage is readable', () => {
  read('newest');
  read('all');
});

test('a damaged page of an old record is found by reading everything, and names its file', async () => {
  const finding = await findingOf('all', (data) => damagePageWith(data, oldest));
  assert.match(finding, damagedData);
  read('newest', lastCopy());
});

test('a stop ends the check', async () => {
  const held = holdChildren();
  const controller = new AbortController();
  const finding = checkLog(original, 'all', controller.signal);
  held.end();
  controller.abort();
  assert.is(await finding, false);
  assert.equal(held.signals, ['SIGKILL']);
});

test('what the system refuses is no damage', () => {
  const coded = (code: string | number): Error => Object.assign(new Error('no'), { code });
  for (const code of ['EMFILE', 13, 24]) assert.is(exitOf(coded(code)), checkExits.unknown, String(code));
  for (const code of [5, -30_796]) assert.is(exitOf(coded(code)), checkExits.damaged, String(code));
  assert.is(exitOf(new Error('a stored record is cut short')), checkExits.damaged);
});

test.run();
