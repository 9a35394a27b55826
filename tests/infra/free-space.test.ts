import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { engineCode } from '../../infra/clickhouse/engine-errors.ts';
import { floorOf, spaceFinding, volumeOf } from '../../infra/free-space.ts';
import { openTables } from '../../infra/clickhouse/open-tables.ts';
import { RetryableError } from '../../infra/errors.ts';

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

/** Whether an insert passes, and what `/readyz` says of the disk, with a floor that is this share of the free space. */
async function insertWith(share: number): Promise<readonly [inserted: boolean, isNamed: boolean]> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-floor-'));
  const freeSpaceMb = Math.floor((volumeOf(directory).freeBytes / mebibyte) * share);
  const tables = await openTables({ directory, freeSpaceMb });
  await tables.jobs.command('CREATE TABLE attestry.kept (id String) ENGINE = ReplacingMergeTree ORDER BY id');
  const inserted = await tables.sink.insert('attestry.kept', ['id'], Buffer.from('["a"]\n')).then(
    () => true,
    (error: unknown) => {
      assert.is(engineCode((error as Error).cause), 243);
      return false;
    },
  );
  const isNamed = tables.spaceFinding() !== null;
  await tables.close();
  rmSync(directory, { recursive: true, force: true });
  return [inserted, isNamed];
}

// Other processes use the volume meanwhile, so both shares are far from the limit of 1 / 1.25.
test('the engine inserts down to 1.25 times the floor, and readiness says the same', async () => {
  assert.equal(await insertWith(1 / 1.6), [true, false]);
  assert.equal(await insertWith(1 / 1.1), [false, true]);
});

test('with a floor above the free space inserts are refused for now and reads go on; without it they continue', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-floor-'));
  const body = Buffer.from('["a"]\n');
  const before = await openTables({ directory });
  await before.jobs.command('CREATE TABLE attestry.kept (id String) ENGINE = ReplacingMergeTree ORDER BY id');
  await before.sink.insert('attestry.kept', ['id'], body);
  await before.close();
  // The whole volume: other processes free space at any moment.
  const full = await openTables({ directory, freeSpaceMb: Math.floor(volumeOf(directory).totalBytes / mebibyte) });
  const error = await full.sink.insert('attestry.kept', ['id'], Buffer.from('["b"]\n')).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, RetryableError);
  assert.is(engineCode((error as Error).cause), 243);
  assert.equal(await full.api.query('SELECT id FROM attestry.kept'), [{ id: 'a' }]);
  assert.match(full.spaceFinding() ?? '', /MiB free/);
  await full.close();
  const after = await openTables({ directory });
  await after.sink.insert('attestry.kept', ['id'], Buffer.from('["b"]\n'));
  assert.equal(await after.api.query('SELECT id FROM attestry.kept ORDER BY id'), [{ id: 'a' }, { id: 'b' }]);
  assert.is(after.spaceFinding(), null);
  await after.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
