// rule: each kind of damage of a log is found, and names its file, also tests/infra/log/check/check-log.test.ts, tests/infra/log/lmdb/file-length.test.ts
/** Damaged pages of a log are found by a process that they may end. */
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type * as CheckLog from '../../../../infra/log/check/check-log.ts';
import type * as Embedded from '../../../../infra/embedded-engine.ts';
import { built } from '../../../support/built.ts';
import { createDamagedLogs, damagedData, damagePageWith, newest, oldest } from './damaged-logs.ts';

// The compiled module starts the compiled process, which needs no loader.
const { checkLog } = (await import(built('infra/log/check/check-log'))) as typeof CheckLog;
const { openEmbeddedEngine } = (await import(built('infra/embedded-engine'))) as typeof Embedded;

const { write, findingOf, remove } = createDamagedLogs({ checkLog, openEmbeddedEngine });

test.before(write);
test.after(remove);

test('a log without damage is readable', async () => {
  for (const extent of ['newest', 'all'] as const) {
    assert.is(await findingOf(extent, () => undefined), 'readable');
  }
});

test('a file that was cut off is named', async () => {
  const finding = await findingOf('newest', (data) => truncateSync(data, Math.floor(statSync(data).size / 2)));
  assert.match(finding, damagedData);
});

test('a damaged page of a newest record is found, and names its file', async () => {
  const finding = await findingOf('newest', (data) => damagePageWith(data, newest));
  assert.match(finding, damagedData);
});

test('a damaged page of an old record is found by reading everything', async () => {
  const damage = (data: string): void => damagePageWith(data, oldest);
  assert.is(await findingOf('newest', damage), 'readable');
  const finding = await findingOf('all', damage);
  assert.match(finding, damagedData);
});

test('garbage instead of a file is named', async () => {
  const finding = await findingOf('newest', (_, accounts) => {
    const file = openSync(accounts, 'r+');
    writeSync(file, Buffer.alloc(statSync(accounts).size, 0x5a), 0);
    closeSync(file);
  });
  assert.match(finding, /^DamagedLogError: The log is damaged: log\/accounts\/data\.mdb cannot be read/);
});

test.run();
