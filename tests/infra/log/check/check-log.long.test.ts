// rule: each kind of damage of a log is found, and names its file, also tests/infra/log/check/check-log.test.ts, tests/infra/log/check/file-length.test.ts
/** Damaged pages of a log are found by a process that they may end. */
import {
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkExits, exitOf } from '../../../../infra/log/check/check-exit.ts';
import type * as CheckLog from '../../../../infra/log/check/check-log.ts';
import type { Extent } from '../../../../infra/log/check/last-end.ts';
import type * as Embedded from '../../../../infra/embedded-engine.ts';
import { built } from '../../../support/built.ts';

// The compiled module starts the compiled process, which needs no loader.
const { checkLog } = (await import(built('infra/log/check/check-log'))) as typeof CheckLog;
const { openEmbeddedEngine } = (await import(built('infra/embedded-engine'))) as typeof Embedded;

const directory = mkdtempSync(join(tmpdir(), 'attestry-damaged-log-'));
const original = join(directory, 'original');
/** Texts of records that have pages of their own, because they are longer than a page. */
const [oldest, newest] = ['the-oldest-record-of-all', 'the-newest-record-of-all'];

test.before(async () => {
  const engine = openEmbeddedEngine({ directory: original, partitions: 1 });
  const append = (value: string) =>
    engine.log.append([{ topic: 'feed.runs', key: 'k', value: Buffer.from(value.padEnd(20_000)), timestamp: 0 }]);
  await append(oldest);
  for (let count = 0; count < 12; count += 1) {
    await engine.log.append(
      Array.from({ length: 100 }, (_, index) => ({
        topic: 'feed.runs' as const,
        key: 'k',
        value: Buffer.from(`${count}/${index}`.padEnd(200)),
        timestamp: 0,
      })),
    );
  }
  await append(newest);
  await engine.close();
});

test.after(() => rmSync(directory, { recursive: true, force: true }));

let copies = 0;

/** What the check finds in a copy with these damages. */
async function findingOf(extent: Extent, damage: (data: string, accounts: string) => void): Promise<string> {
  copies += 1;
  const copy = join(directory, String(copies));
  cpSync(original, copy, { recursive: true });
  const [data, accounts] = ['data', 'accounts'].map((name) => join(copy, 'log', name, 'data.mdb'));
  damage(data ?? '', accounts ?? '');
  const message = await checkLog(copy, extent, new AbortController().signal).then(
    () => 'readable',
    (error: unknown) => String(error),
  );
  return message.replaceAll(`${copy}/`, '');
}

const damagedData =
  /^DamagedLogError: The log is damaged: log\/data\/data\.mdb cannot be read \(.+\)\. .*docs\/runbooks\/damaged-log\.md/;

const pageBytes = 4_096;

/** Overwrites the page that has the text. */
function damagePageWith(path: string, text: string): void {
  const at = readFileSync(path).indexOf(text);
  assert.ok(at > 0);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, Math.floor(at / pageBytes) * pageBytes);
  closeSync(file);
}

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

test('a stop ends the check', async () => {
  const controller = new AbortController();
  const finding = checkLog(original, 'all', controller.signal);
  controller.abort();
  assert.is(await finding, false);
});

test('what the system refuses is no damage', () => {
  const coded = (code: string | number): Error => Object.assign(new Error('no'), { code });
  for (const code of ['EMFILE', 13, 24]) assert.is(exitOf(coded(code)), checkExits.unknown, String(code));
  for (const code of [5, -30_796]) assert.is(exitOf(coded(code)), checkExits.damaged, String(code));
  assert.is(exitOf(new Error('a stored record is cut short')), checkExits.damaged);
});

test.run();
