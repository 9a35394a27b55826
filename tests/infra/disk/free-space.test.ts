import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../../infra/clickhouse/engine-errors.ts';
import { floorOf, spaceFinding, volumeOf } from '../../../infra/disk/free-space.ts';
import { openTables } from '../../../infra/clickhouse/open-tables.ts';
import { RetryableError } from '../../../infra/errors.ts';

const mebibyte = 1024 ** 2;

test('the floor is 5 % of the volume, at least 64 MiB and at most 1 GiB', () => {
  assert.is(floorOf({ totalBytes: 100 * mebibyte }, null), 64 * mebibyte);
  assert.is(floorOf({ totalBytes: 10_000 * mebibyte }, null), 500 * mebibyte);
  assert.is(floorOf({ totalBytes: 1_000_000 * mebibyte }, null), 1_024 * mebibyte);
});

test('a setting replaces it', () => {
  assert.is(floorOf({ totalBytes: 1_000_000 * mebibyte }, 10), 10 * mebibyte);
});

test('less free than a quarter above the floor is named', () => {
  assert.is(spaceFinding({ totalBytes: 0, freeBytes: 125 * mebibyte }, 100 * mebibyte), null);
  assert.is(
    spaceFinding({ totalBytes: 0, freeBytes: 124 * mebibyte }, 100 * mebibyte),
    'has 124 MiB free: below 125 MiB nothing is inserted, which is the floor of 100 MiB and a quarter of it; it continues when there is room',
  );
});

const isFull = (error: unknown): boolean => error instanceof RetryableError && engineCode(error.cause) === 243;

// Other processes use the volume meanwhile, so the share is far from the limit of 1 / 1.25.
test('the engine refuses inserts near the floor, and readiness agrees; reads go on, and inserts once there is room', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-floor-'));
  const freeSpaceMb = Math.floor(volumeOf(directory).freeBytes / mebibyte / 1.1);
  const tables = await openTables({ directory, freeSpaceMb });
  await tables.jobs.command('CREATE TABLE attestry.kept (id String) ENGINE = ReplacingMergeTree ORDER BY id');
  const add = (): Promise<unknown> =>
    tables.sink.insert('attestry.kept', ['id'], Buffer.from('["a"]\n')).then(
      () => null,
      (error: unknown) => error,
    );
  assert.ok(isFull(await add()));
  assert.match(tables.spaceFinding() ?? '', /MiB free/);
  assert.equal(await tables.api.query('SELECT id FROM attestry.kept'), []);
  // What the engine compares with the free space, lowered instead of the space raised.
  await tables.jobs.command('ALTER TABLE attestry.kept MODIFY SETTING min_free_disk_bytes_to_perform_insert = 1');
  assert.is(await add(), null, 'the refused insert is made once there is room');
  assert.equal(await tables.api.query('SELECT id FROM attestry.kept'), [{ id: 'a' }]);
  await tables.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
