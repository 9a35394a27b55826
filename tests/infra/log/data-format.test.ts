/** A log of another data format is refused, and nothing is written; damage and a missing file are other findings. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DataFormatError } from '../../../infra/data-format.ts';
import { openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import { UsageError } from '../../../infra/errors.ts';
import { DamagedLogError } from '../../../infra/log/lmdb/damaged-log-error.ts';
import { openEnvironment } from '../../../infra/log/lmdb/environment.ts';
import { openKafkaStores } from '../../../infra/state/kafka.ts';
import { dataFormat } from '../../../schemas/data-format.ts';
import { failureOf } from '../../support/failure-of.ts';

const scratch = mkdtempSync(join(tmpdir(), 'attestry-format-'));
test.after(() => rmSync(scratch, { recursive: true, force: true }));

const folders = ['data', 'accounts'] as const;
let made = 0;

/** A new log. The values replace the data format of an environment; undefined: none is written. */
async function logWith(formats: Readonly<Partial<Record<(typeof folders)[number], unknown>>> = {}): Promise<string> {
  made += 1;
  const directory = join(scratch, `log-${made}`);
  await openEmbeddedEngine({ directory, partitions: 1 }).close();
  for (const [folder, format] of Object.entries(formats)) {
    const { meta, transaction } = openEnvironment(join(directory, 'log', folder), false);
    await transaction(
      () => void (format === undefined ? meta.removeSync('dataFormat') : meta.putSync('dataFormat', format)),
    );
  }
  // A thread keeps environments open: a copy is opened for the first time, as by another process.
  const copy = `${directory}-copy`;
  cpSync(directory, copy, { recursive: true });
  return copy;
}

const openAt = (directory: string, readOnly = false): Promise<unknown> =>
  failureOf(Promise.resolve().then(() => openEmbeddedEngine({ directory, partitions: 1, readOnly, short: 'refuse' })));

const bytesOf = (directory: string): readonly string[] =>
  folders.map((folder) => readFileSync(join(directory, 'log', folder, 'data.mdb')).toString('base64'));

for (const [title, formats] of [
  ['no format', { data: undefined, accounts: undefined }],
  ['another number', { data: dataFormat + 1, accounts: dataFormat + 1 }],
  ['another value', { data: String(dataFormat), accounts: String(dataFormat) }],
  ['another number in one environment', { accounts: 0 }],
] as const) {
  test(`${title}: refused with the remedy, and nothing is written`, async () => {
    const directory = await logWith(formats);
    const before = bytesOf(directory);
    for (const readOnly of [false, true]) {
      const error = await openAt(directory, readOnly);
      assert.instance(error, DataFormatError);
      assert.is((error as Error).message, `${directory} was made by a build before 0.1.0; start with a new directory.`);
    }
    assert.equal(bytesOf(directory), before);
  });
}

test('a log of this build opens again', async () => {
  const directory = await logWith();
  await openEmbeddedEngine({ directory, partitions: 1 }).close();
});

test('beside a missing file of an old log, no new one is written to', async () => {
  const directory = await logWith({ accounts: undefined });
  rmSync(join(directory, 'log', 'data'), { recursive: true });
  assert.instance(await openAt(directory), DataFormatError);
  assert.instance(await openAt(directory), DataFormatError, 'nor at the second start');
});

test('a missing file of a log of this build is not an old directory', async () => {
  const directory = await logWith();
  rmSync(join(directory, 'log', 'data'), { recursive: true });
  const error = await openAt(directory);
  assert.instance(error, UsageError);
  assert.match((error as Error).message, 'belong to different logs');
});

test('damage is found before the format is read', async () => {
  const directory = await logWith({ data: undefined, accounts: undefined });
  truncateSync(join(directory, 'log', 'data', 'data.mdb'), 8_192);
  assert.instance(await openAt(directory), DamagedLogError);
});

test('state beside a log on brokers states the format too', async () => {
  const directory = join(scratch, 'state');
  const log = { logId: 'log-1' } as never;
  const stores = openKafkaStores(log, { directory, prefix: 'p.' });
  stores.openStore('detect', 'data');
  const { meta, transaction } = openEnvironment(join(directory, 'state', 'data'), false);
  assert.is(meta.get('dataFormat'), dataFormat);
  openKafkaStores(log, { directory, prefix: 'p.' }).openStore('detect', 'data');
  await transaction(() => void meta.removeSync('dataFormat'));
  assert.throws(
    () => openKafkaStores(log, { directory, prefix: 'p.' }).openStore('detect', 'data'),
    (error: unknown) => error instanceof DataFormatError && error.message.endsWith('; start with a new directory.'),
  );
  assert.equal(readdirSync(join(directory, 'state')), ['data']);
});

test.run();
