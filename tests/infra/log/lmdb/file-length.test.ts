/** Files of LMDB that were cut short or overwritten: a sentence before LMDB maps them, never a signal. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DamagedLogError } from '../../../../infra/log/lmdb/damaged-log-error.ts';
import { findingOfFile } from '../../../../infra/log/lmdb/file-length.ts';
import { openEnvironment } from '../../../../infra/log/lmdb/environment.ts';
import { acquireServiceLock } from '../../../../infra/log/service-lock.ts';
import { runChildrenHere } from '../../../support/children-here.ts';
import { holdChildren } from '../../../support/held-children.ts';

const page = 4_096;
const place = mkdtempSync(join(tmpdir(), 'attestry-cut-'));
test.after(() => rmSync(place, { recursive: true, force: true }));

let copies = 0;
/** A new directory with an LMDB file of these bytes. */
function withFile(bytes: Buffer): { readonly directory: string; readonly file: string } {
  const directory = join(place, `copy-${(copies += 1)}`);
  mkdirSync(directory);
  const file = join(directory, 'data.mdb');
  writeFileSync(file, bytes);
  return { directory, file };
}

/** The bytes of an environment with this many records, each in a page of its own, closed as the service closes it. */
async function environmentOf(records: number, free = 0): Promise<Buffer> {
  const directory = join(place, `made-${(copies += 1)}`);
  const { state, transaction, close } = openEnvironment(directory, false);
  const keyOf = (number: number): Buffer => Buffer.from(String(number).padStart(8, '0'));
  const put = (number: number): unknown => state.putSync(keyOf(number), Buffer.alloc(2_000, number));
  await transaction(() => {
    for (let number = 0; number < records; number += 1) put(number);
  });
  // Pages that are used and freed in one transaction are named and never written.
  await transaction(() => {
    for (let number = records; number < records + free; number += 1) put(number);
    for (let number = records; number < records + free; number += 1) state.removeSync(keyOf(number));
  });
  const before = readFileSync(join(directory, 'data.mdb'));
  await close();
  return free === 0 ? readFileSync(join(directory, 'data.mdb')) : before;
}

const refusal = (work: () => unknown): DamagedLogError => {
  try {
    work();
  } catch (error) {
    if (error instanceof DamagedLogError) return error;
    throw error;
  }
  throw new Error('it was opened');
};

test('a file that is closed reaches up to its last page; cut at ten places, each is refused by name', async () => {
  const whole = await environmentOf(60);
  assert.is(findingOfFile(withFile(whole).file), null);
  const pages = whole.length / page;
  const shares = [0.25, 0.5, 0.75].map((share) => Math.floor(pages * share) * page);
  const cuts = [0, 100, page, page + 100, 2 * page, 3 * page, ...shares, whole.length - page];
  assert.is(new Set(cuts).size, 10);
  for (const cut of cuts) {
    const { directory, file } = withFile(whole.subarray(0, cut));
    const { message } = refusal(() => openEnvironment(directory, false, 'refuse'));
    assert.match(message, `The log is damaged: ${file} cannot be read (it `, `cut to ${cut}`);
    assert.match(message, 'docs/runbooks/damaged-log.md');
  }
});

const overwritten: readonly (readonly [what: string, change: (bytes: Buffer) => void, how: RegExp])[] = [
  ['zeros over both', (bytes) => void bytes.fill(0, 0, 2 * page), /its first page is not that of an LMDB file/],
  [
    'text over the second',
    (bytes) => void bytes.fill('x', page, 2 * page),
    /its second page is not that of an LMDB file/,
  ],
  ['another format', (bytes) => void bytes.writeUInt32LE(999, 28), /its first page has the data format 999, not 2/],
  ['a page size of 4,097', (bytes) => void bytes.writeUInt32LE(4_097, 48), /its first page names the page size 4097/],
  [
    'a last page of 2^63',
    (bytes) => void bytes.writeBigUInt64LE(2n ** 63n, page + 144),
    /its second page names the last page 9223372036854775808/,
  ],
  ['no last page', (bytes) => void bytes.writeBigUInt64LE(0n, 144), /its first page names the last page 0/],
  [
    'a root behind the last page',
    (bytes) => void bytes.writeBigUInt64LE(1_000_000n, page + 136),
    /its second page names a page behind the last/,
  ],
];

for (const [what, change, how] of overwritten) {
  test(`overwritten first pages, ${what}: every opening refuses the file`, async () => {
    const bytes = await environmentOf(3);
    change(bytes);
    for (const short of ['accept', 'refuse', 'read'] as const) {
      const { directory } = withFile(bytes);
      assert.match(refusal(() => openEnvironment(directory, false, short)).message, how);
    }
  });
}

test('pages at the end that are free need not be there: the file is read, opened and extended', async () => {
  const bytes = await environmentOf(3, 500);
  const { directory, file } = withFile(bytes);
  assert.is(findingOfFile(file)?.kind, 'short');
  // Its pages are whole, so that reading it ends no process.
  const startChildren = runChildrenHere();
  const { state, close } = openEnvironment(directory, false);
  startChildren();
  assert.is([...state.getRange({})].length, 3);
  assert.is(findingOfFile(file), null);
  await close();
  const cut = withFile(readFileSync(file).subarray(0, 4 * page));
  // The process that reads the pages that are gone.
  const held = holdChildren();
  const { message } = refusal(() => openEnvironment(cut.directory, false));
  held.end();
  assert.match(message, /it was cut short/);
});

test('the lock of the service is no part of the log: the sentence states that it may be deleted', async () => {
  const directory = join(place, 'locked');
  const lock = await acquireServiceLock(directory, 'attestry up');
  await lock.release();
  const file = join(directory, 'service', 'data.mdb');
  const other = join(place, 'locked-cut');
  cpSync(directory, other, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const cut = join(other, 'service', 'data.mdb');
  truncateSync(cut, page);
  assert.ok(statSync(file).size > page);
  const error = await acquireServiceLock(other, 'attestry up').then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instance(error, DamagedLogError);
  assert.match(String(error), `The lock of the service is damaged: ${cut} cannot be read`);
  assert.match(String(error), `delete ${join(other, 'service')}`);
});

test('the numbers of the format are those of the lmdb package', () => {
  const directory = join(place, 'written by the package');
  const root = open({ path: directory, overlappingSync: false, noSubdir: false, encoding: 'binary' });
  root.transactionSync(() => {
    root.putSync('a', Buffer.alloc(10));
  });
  const bytes = readFileSync(join(directory, 'data.mdb'));
  assert.is(findingOfFile(join(directory, 'data.mdb')), null);
  const lastPage = Math.max(Number(bytes.readBigUInt64LE(144)), Number(bytes.readBigUInt64LE(page + 144)));
  assert.is((lastPage + 1) * page, bytes.length);
  assert.is(bytes.readUInt32LE(28), 2);
});

test.run();
